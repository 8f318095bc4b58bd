/** A form that is sent to the server and may be refused. */
import { ApiError } from '../../lib/api';
import type { Refused } from '../../lib/wire';

export class Sending {
  busy = $state(false);
  refused = $state.raw<Refused | null>(null);

  /** Runs it; true if it was done. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.refused = null;
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.refused = error.refused;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
