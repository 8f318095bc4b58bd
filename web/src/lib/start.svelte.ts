/** A game that is being made: its creator goes there, or sees why there is none. */
import { api, ApiError } from './api';
import type { NewGame } from './wire';
import { t } from './i18n.svelte';
import { go } from './router.svelte';

export class Start {
  busy = $state(false);
  failure = $state('');

  async game(wanted: NewGame): Promise<void> {
    this.busy = true;
    this.failure = '';
    try {
      const { game } = await api.create(wanted);
      go(`/game/${game}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.refused.code === 'offline' && (await this.#here(wanted))) return;
      this.failure = error.message || t('web-offline');
    } finally {
      this.busy = false;
    }
  }

  /** Without a server, a game for which none is needed is played on this device. */
  async #here(wanted: NewGame): Promise<boolean> {
    if (wanted.opponent !== 'engine' && wanted.opponent !== 'local') return false;
    try {
      const { create } = await import('./local');
      go(`/game/${await create(wanted)}`);
      return true;
    } catch {
      return false;
    }
  }
}
