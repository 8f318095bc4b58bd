/**
 * Pictures of positions and animations of games, made from the server's diagrams. Loaded only where
 * something is exported.
 */
import { applyPalette, GIFEncoder, quantize } from 'gifenc';

import { api, ApiError } from './api';
import type { Frame } from './wire';

/** A position to be drawn. */
export interface Spot {
  rules: string;
  position: string;
}

/** A game of the server, or any line. */
export type MovingPicture =
  { game: string; rules: string } | { rules: string; position: string | undefined; moves: string[] };

const PNG_WIDTH = 1200;
const GIF_WIDTH = 480;
const STEP_MS = 900;
const LAST_MS = 3000;
const FRAMES_AT_ONCE = 200;
/** An animation is for looking at: beyond this it would be a file too large to open. */
export const MOST_FRAMES = 1500;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const diagramAddress = ({ rules, position }: Spot): string =>
  `/api/diagram.svg?${new URLSearchParams({ rules, position })}`;

/** The diagram's text; a server that asks for patience gets it. */
export async function diagram(spot: Spot, signal?: AbortSignal): Promise<string> {
  for (;;) {
    const response = await fetch(diagramAddress(spot), { credentials: 'same-origin', signal }).catch(
      (error: unknown) => {
        signal?.throwIfAborted();
        throw error instanceof TypeError ? new ApiError({ code: 'offline', message: '' }, 0) : error;
      },
    );
    if (response.ok) return response.text();
    if (response.status !== 429) {
      const refused = await response.json().catch(() => ({ code: 'internal', message: '' }));
      throw new ApiError(refused, response.status);
    }
    await pause(1000);
    signal?.throwIfAborted();
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
  return new Blob([await diagram(spot)], { type: 'image/svg+xml' });
}

export async function png(spot: Spot): Promise<Blob> {
  const canvas = await raster(await diagram(spot), PNG_WIDTH);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** The positions of an animation, one for each that differs from the one before. */
async function positions(moving: MovingPicture, signal: AbortSignal): Promise<string[]> {
  const frames: Frame[] = [];
  for (;;) {
    const from = frames.length;
    const more =
      'game' in moving
        ? await api.frames(moving.game, from)
        : await api.line({ rules: moving.rules, position: moving.position, actions: moving.moves, from });
    signal.throwIfAborted();
    frames.push(...more);
    if (more.length < FRAMES_AT_ONCE || frames.length >= MOST_FRAMES) break;
  }
  const texts = frames.slice(0, MOST_FRAMES).map(({ position }) => position);
  return texts.filter((text, index) => text !== texts[index - 1]);
}

/** An animated GIF of a game; tells how far it is. */
export async function gif(
  moving: MovingPicture,
  progress: (done: number, all: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const all = await positions(moving, signal);
  const encoder = GIFEncoder();
  let palette: number[][] | undefined;
  for (const [index, position] of all.entries()) {
    progress(index, all.length);
    const canvas = await raster(await diagram({ rules: moving.rules, position }, signal), GIF_WIDTH, true);
    const { width, height } = canvas;
    const pixels = canvas.getContext('2d')!.getImageData(0, 0, width, height).data;
    // The colours of a board are those of its first position, and of its last one.
    if (!palette) {
      const end = await diagram({ rules: moving.rules, position: all.at(-1)! }, signal);
      const last = (await raster(end, GIF_WIDTH, true)).getContext('2d')!;
      const both = new Uint8ClampedArray(2 * pixels.length);
      both.set(pixels);
      both.set(last.getImageData(0, 0, width, height).data, pixels.length);
      palette = quantize(both, 256);
    }
    const indexed = applyPalette(pixels, palette);
    encoder.writeFrame(indexed, width, height, {
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
}

/** Hands a file to the reader. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
