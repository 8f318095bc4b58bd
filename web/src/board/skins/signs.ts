/** Signs on pieces, drawn around the origin in a square of a hundred. */

function polar(radius: number, turn: number): string {
  const angle = (turn - 0.25) * 2 * Math.PI;
  return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
}

/** A star with this many points. */
function star(points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: points * 2 }, (_, corner) =>
    polar(corner % 2 === 0 ? outer : inner, corner / (points * 2)),
  );
  return `M${corners.join('L')}Z`;
}

const round = (radius: number) =>
  `M0-${radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0-${radius}Z`;

/** A disc with twelve rays that stand apart from it. */
export const SUN =
  round(23) +
  Array.from({ length: 12 }, (_, ray) => {
    const turn = ray / 12;
    return `M${polar(36.5, turn)}L${polar(26, turn + 0.026)}L${polar(26, turn - 0.026)}Z`;
  }).join('');

export const STAR = star(5, 38, 19.5);

/** A crescent open to the right; the number stands in its hollow. */
export const MOON = 'M18-31.2A36 36 0 1 0 18 31.2A32 32 0 1 1 18-31.2Z';

export const CROWN = 'M-19 14L-22-10L-11 0L0-17L11 0L22-10L19 14ZM-18 18H18V22H-18Z';

/** Where the ball lies that a figure holds. */
export const HELD = { x: 17, y: 24 };
