-- No game is rated without a clock any more; what is open or under way without one goes on unrated.
UPDATE game SET rated = 0 WHERE rated = 1 AND clock = 'none' AND phase <> 'over';
