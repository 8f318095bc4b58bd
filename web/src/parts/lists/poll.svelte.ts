/** A list that is asked for again and again while it can be seen. */
import { ApiError } from '../../lib/api';
import type { Refused } from '../../lib/wire';

export class Poll<T> {
  value = $state.raw<T | null>(null);
  refused = $state.raw<Refused | null>(null);

  constructor(
    private readonly ask: () => Promise<T>,
    private readonly every: number,
  ) {}

  /** Asks at once and then regularly, until the returned function is called. */
  start(): () => void {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = async () => {
      clearTimeout(timer);
      if (stopped) return;
      if (document.visibilityState === 'visible') await this.once();
      if (!stopped) timer = setTimeout(() => void again(), this.every);
    };
    const seen = () => {
      if (document.visibilityState === 'visible') void again();
    };
    document.addEventListener('visibilitychange', seen);
    void again();
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }

  async once(): Promise<void> {
    try {
      this.value = await this.ask();
      this.refused = null;
    } catch (error) {
      this.refused = error instanceof ApiError ? error.refused : { code: 'internal', message: '' };
    }
  }
}
