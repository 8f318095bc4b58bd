/** Grain of the materials: the same on every drawing, cheap to draw, never an image. */

function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const whole = Math.round;

/** Grains of sand: dots, as strokes of no length with round ends. */
export function speckle(left: number, top: number, right: number, bottom: number): string {
  const next = chance(7);
  const count = ((right - left) * (bottom - top)) / 1400;
  return Array.from({ length: count }, () => {
    const x = whole(left + 6 + next() * (right - left - 12));
    const y = whole(top + 6 + next() * (bottom - top - 12));
    return `M${x} ${y}h0`;
  }).join('');
}

/** Fibres of papyrus: long strips across, a few down. */
export function fibres(left: number, top: number, right: number, bottom: number): string {
  const next = chance(11);
  let path = '';
  for (let y = top + 7; y < bottom - 4; y += 7 + next() * 9) {
    const x = left + 4 + next() * (right - left) * 0.7;
    path += `M${whole(x)} ${whole(y)}h${whole(Math.min(right - x - 4, 120 + next() * 300))}`;
  }
  for (let x = left + 9; x < right - 6; x += 14 + next() * 22) {
    const y = top + 4 + next() * (bottom - top) * 0.8;
    path += `M${whole(x)} ${whole(y)}v${whole(Math.min(bottom - y - 4, 40 + next() * 90))}`;
  }
  return path;
}

/** Grain of wood, square by square, the dark ones across and the light ones along. */
export function grain(files: number, ranks: number): string {
  const next = chance(3);
  let path = '';
  for (let row = 0; row < ranks; row++) {
    for (let column = 0; column < files; column++) {
      const dark = (column + ranks - 1 - row) % 2 === 0;
      for (let line = 5 + next() * 9; line < 96; line += 7 + next() * 13) {
        const bend = whole((next() - 0.5) * 7);
        const from = whole(next() * 8);
        const way = whole(100 - from - next() * 8);
        path += dark
          ? `M${column * 100 + from} ${row * 100 + whole(line)}q${way >> 1} ${bend} ${way} 0`
          : `M${column * 100 + whole(line)} ${row * 100 + from}q${bend} ${way >> 1} 0 ${way}`;
      }
    }
  }
  return path;
}
