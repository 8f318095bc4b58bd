/**
 * Who plays Seega by the proof that first wins, in a worker as the engine. Proof and program are
 * fetched by the worker when it is first asked.
 */
import { Engine } from './engine';

export class Proof extends Engine {
  protected override stale(): boolean {
    return false;
  }

  protected override start(): Promise<Worker> {
    return Promise.resolve(new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' }));
  }
}
