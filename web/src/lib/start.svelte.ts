/** A game that is being made: whoever wants it goes there, or hears why there is none. */
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
      this.failure = error.message || t('web-offline');
    } finally {
      this.busy = false;
    }
  }
}
