//! Plain UCT with random games: the baseline that the engine is measured against.

use rules::{History, Line, Position, Side, Status, play_out, weighted};

/// A tree that grows by one node a random game.
pub(crate) struct Uct<P: Position> {
    nodes: Vec<Node<P>>,
    most_nodes: usize,
}

struct Node<P: Position> {
    // Children by what was played; for throws they appear as they come up.
    children: Vec<(Step<P>, u32)>,
    unexpanded: Vec<P::Action>,
    visits: f64,
    // The value for the side to act at the parent.
    value: f64,
}

enum Step<P: Position> {
    Act(P::Action),
    Throw(P::Throw),
}

impl<P: Position> Uct<P> {
    /// A tree of at most so many nodes; beyond that only the statistics go on.
    #[must_use]
    pub(crate) fn new(most_nodes: usize) -> Uct<P> {
        Uct { nodes: Vec::new(), most_nodes: most_nodes.max(2) }
    }

    /// Plays random games from a line until `enough` says so (asked before each), and tells the
    /// action tried most often. None if no side is to act.
    pub(crate) fn choose(
        &mut self,
        line: &Line<P>,
        mut enough: impl FnMut(u64) -> bool,
        mut below: impl FnMut(u32) -> u32,
    ) -> Option<P::Action> {
        if !matches!(line.status(), Status::ToAct(_)) {
            return None;
        }
        self.nodes.clear();
        self.nodes.push(Node::new(line.position(), line.history()));
        let mut games = 0;
        while games == 0 || !enough(games) {
            self.grow(line, &mut below);
            games += 1;
        }
        let visits = |child: &&(Step<P>, u32)| self.nodes[child.1 as usize].visits as u64;
        match self.nodes[0].children.iter().max_by_key(visits)? {
            (Step::Act(action), _) => Some(*action),
            (Step::Throw(_), _) => None,
        }
    }

    fn grow(&mut self, line: &Line<P>, below: &mut impl FnMut(u32) -> u32) {
        let mut position = line.position().clone();
        let mut history = line.history().clone();
        let mut at = 0usize;
        // Nodes visited, and the side that chose each.
        let mut path: Vec<(usize, Side)> = Vec::new();
        loop {
            let chooser = position.side();
            match history.status(&position) {
                Status::Over(_) => break,
                Status::Chance => {
                    let throw = weighted(P::throws(), &mut *below);
                    position.throw(throw);
                    history.record(&position, true);
                    let known =
                        self.nodes[at].children.iter().find_map(|(step, child)| match step {
                            Step::Throw(seen) if *seen == throw => Some(*child as usize),
                            _ => None,
                        });
                    let Some(next) =
                        known.or_else(|| self.add(at, Step::Throw(throw), &position, &history))
                    else {
                        break;
                    };
                    at = next;
                    path.push((at, chooser));
                }
                Status::ToAct(_) => {
                    let left = self.nodes[at].unexpanded.len();
                    if left > 0 {
                        let pick = below(left as u32) as usize;
                        let action = self.nodes[at].unexpanded.swap_remove(pick);
                        position.play(action);
                        history.record(&position, false);
                        match self.add(at, Step::Act(action), &position, &history) {
                            Some(new) => path.push((new, chooser)),
                            // The tree is full: the action stays for another time.
                            None => self.nodes[at].unexpanded.push(action),
                        }
                        break;
                    }
                    let Some((action, next)) = self.best_child(at) else { break };
                    position.play(action);
                    history.record(&position, false);
                    at = next;
                    path.push((at, chooser));
                }
            }
        }
        let (outcome, _) = play_out(&mut position, &mut history, &mut *below);
        self.nodes[0].visits += 1.0;
        for (index, chooser) in path {
            let node = &mut self.nodes[index];
            node.visits += 1.0;
            node.value += match outcome.winner {
                None => 0.5,
                Some(winner) if winner == chooser => 1.0,
                Some(_) => 0.0,
            };
        }
    }

    fn add(
        &mut self,
        parent: usize,
        step: Step<P>,
        position: &P,
        history: &History,
    ) -> Option<usize> {
        if self.nodes.len() >= self.most_nodes {
            return None;
        }
        let index = self.nodes.len();
        self.nodes.push(Node::new(position, history));
        self.nodes[parent].children.push((step, index as u32));
        Some(index)
    }

    fn best_child(&self, at: usize) -> Option<(P::Action, usize)> {
        const EXPLORATION: f64 = 1.0;
        let parent = &self.nodes[at];
        let log = parent.visits.max(1.0).ln();
        let mut best = None;
        let mut best_value = f64::MIN;
        for (step, child) in &parent.children {
            let node = &self.nodes[*child as usize];
            let value = node.value / node.visits + EXPLORATION * (log / node.visits).sqrt();
            if let Step::Act(action) = step
                && value > best_value
            {
                (best, best_value) = (Some((*action, *child as usize)), value);
            }
        }
        best
    }
}

impl<P: Position> Node<P> {
    fn new(position: &P, history: &History) -> Node<P> {
        let mut unexpanded = Vec::new();
        let status = history.status(position);
        if let Status::ToAct(_) = status {
            position.for_each_action(|action| unexpanded.push(action));
        }
        Node { children: Vec::new(), unexpanded, visits: 0.0, value: 0.0 }
    }
}
