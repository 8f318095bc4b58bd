/**
 * Pictures of positions and animations of games: the board that people see, with names and result.
 * Loaded only where something is exported.
 */
import { applyPalette, GIFEncoder, quantize } from 'gifenc';

import { rules as core } from '../core/rules.svelte';

import { Studio } from './studio.svelte';
import type { Frame, View } from './wire';

/** A position to be drawn, with lines of text below it. */
export interface Spot {
  rules: string;
  position: string;
  caption: string[];
}

/** A line of play. */
export interface MovingPicture {
  rules: string;
  position: string | undefined;
  moves: string[];
  caption: string[];
}

const PNG_WIDTH = 1200;
const GIF_WIDTH = 480;
const STEP_MS = 900;
const LAST_MS = 3000;
const FRAMES_AT_ONCE = 200;
/** An animation is for looking at: beyond this it would be a file too large to open. */
export const MOST_FRAMES = 1500;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function drawn({ rules, position, caption }: Spot): string {
  const { view } = core.preview({ rules, position });
  const studio = new Studio(view);
  try {
    return studio.draw(view, caption);
  } finally {
    studio.close();
  }
}

/** Draws an SVG text on a canvas of this width. */
async function raster(svg: string, width: number, even = false): Promise<HTMLCanvasElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    const height = (width * image.naturalHeight) / image.naturalWidth;
    canvas.height = even ? 2 * Math.round(height / 2) : Math.round(height);
    const paper = canvas.getContext('2d', { willReadFrequently: true })!;
    paper.fillStyle = '#ffffff';
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}

export async function svg(spot: Spot): Promise<Blob> {
  return new Blob([drawn(spot)], { type: 'image/svg+xml' });
}

export async function png(spot: Spot): Promise<Blob> {
  const canvas = await raster(drawn(spot), PNG_WIDTH);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** The positions of an animation, one for each that differs from the one before. */
function positions(moving: MovingPicture): View[] {
  const frames: Frame[] = [];
  for (;;) {
    const { rules, position, moves } = moving;
    const more = core.frames({ rules, position, moves, from: frames.length });
    frames.push(...more);
    if (more.length < FRAMES_AT_ONCE || frames.length >= MOST_FRAMES) break;
  }
  const shown = frames.slice(0, MOST_FRAMES);
  return shown
    .filter(({ position }, index) => position !== shown[index - 1]?.position)
    .map(({ view }) => view);
}

/** An animated GIF of a game; tells how far it is. */
export async function gif(
  moving: MovingPicture,
  progress: (done: number, all: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const all = positions(moving);
  const studio = new Studio(all[0]!);
  try {
    const pixels = async (view: View) => {
      const canvas = await raster(studio.draw(view, moving.caption), GIF_WIDTH, true);
      return canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    };
    const encoder = GIFEncoder();
    let palette: number[][] | undefined;
    for (const [index, view] of all.entries()) {
      progress(index, all.length);
      const { data, width, height } = await pixels(view);
      // The colours of a board are those of its first position, and of its last one.
      if (!palette) {
        const both = new Uint8ClampedArray(2 * data.length);
        both.set(data);
        both.set((await pixels(all.at(-1)!)).data, data.length);
        palette = quantize(both, 256);
      }
      encoder.writeFrame(applyPalette(data, palette), width, height, {
        palette: index === 0 ? palette : undefined,
        delay: index === all.length - 1 ? LAST_MS : STEP_MS,
      });
      // The page stays alive between two pictures.
      await pause(0);
      signal.throwIfAborted();
    }
    progress(all.length, all.length);
    encoder.finish();
    return new Blob([encoder.bytes()], { type: 'image/gif' });
  } finally {
    studio.close();
  }
}

/** Hands a file to the reader. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
