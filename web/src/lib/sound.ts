/** Small sounds, made here: wood on wood, sticks, a soft bell at the end. */
import { afterPaint } from './paint';
import { settings, speed } from './settings.svelte';
import type { GameEvent } from './wire';

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context.state === 'closed' ? null : context;
}

// The device is opened after the first touch, before anything is to be heard.
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => setTimeout(audio, 60), { once: true });
}

/** A tap: a short burst of noise through a resonance. */
function tap(at: number, pitch: number, loud: number): void {
  const out = audio();
  if (!out) return;
  const length = Math.floor(out.sampleRate * 0.09);
  const buffer = out.createBuffer(1, length, out.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) samples[i] = (Math.random() * 2 - 1) * Math.exp((-9 * i) / length);
  const source = out.createBufferSource();
  source.buffer = buffer;
  const body = out.createBiquadFilter();
  body.type = 'bandpass';
  body.frequency.value = pitch;
  body.Q.value = 5;
  const gain = out.createGain();
  gain.gain.value = loud * settings.volume;
  source.connect(body).connect(gain).connect(out.destination);
  source.start(out.currentTime + at);
}

/** A tone that fades. */
function bell(at: number, pitch: number, loud: number): void {
  const out = audio();
  if (!out) return;
  const start = out.currentTime + at;
  const tone = out.createOscillator();
  tone.frequency.value = pitch;
  const gain = out.createGain();
  gain.gain.setValueAtTime(Math.max(loud * settings.volume, 0.0001), start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.9);
  tone.connect(gain).connect(out.destination);
  tone.start(start);
  tone.stop(start + 1);
}

/** Lets a player hear how loud it is. */
export const sample = (): void => tap(0, 620, 1.1);

/** Lets events be heard, once they are seen: to open the sound device may take a while. */
export function play(events: readonly GameEvent[]): void {
  if (!settings.sound || events.length === 0) return;
  afterPaint(() => playTaps(events));
}

function playTaps(events: readonly GameEvent[]): void {
  let at = 0;
  for (const { event } of events) {
    switch (event) {
      case 'threw':
        // Heard when they land (board/Sticks): each with its weight, and once more as it settles.
        at += (speed() * 4 * 0.66) / 1000;
        for (let i = 0; i < 4; i += 1) {
          tap(at + i * 0.05, 900 + 170 * i, 0.9);
          tap(at + 0.2 + i * 0.04, 1500 + 300 * i, 0.3);
        }
        at += 0.3;
        break;
      case 'placed':
      case 'dropped':
      case 'moved':
      case 'leapt':
        tap(at, 620, 1.1);
        at += 0.14;
        break;
      case 'captured':
      case 'to-reserve':
      case 'changed-places':
        tap(at, 330, 1.3);
        at += 0.1;
        break;
      case 'ball-passed':
        bell(at, 440, 0.08);
        at += 0.15;
        break;
      case 'promoted':
      case 'came-home':
      case 'left-board':
        bell(at, 880, 0.06);
        break;
      case 'game-over':
        [523, 659, 784].forEach((pitch, i) => bell(at + i * 0.12, pitch, 0.07));
        break;
      default:
    }
  }
}
