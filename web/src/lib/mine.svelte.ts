/** The player's own running games: how many wait for a move, and a word when one begins to. */
import { api } from './api';
import type { GameState, Happened, Listed, Now, Side } from './wire';
import { t } from './i18n.svelte';
import { live, type Listener } from './live.svelte';
import { me } from './me.svelte';
import { route } from './router.svelte';
import { settings } from './settings.svelte';

interface Running {
  listed: Listed;
  seats: Side[];
  turn: boolean;
  stop: () => void;
}

class Mine {
  running = $state.raw<ReadonlyMap<string, Running>>(new Map());

  /** Games in which the player is to act. */
  get waiting(): number {
    return [...this.running.values()].filter((game) => game.turn).length;
  }

  /** Asks the server for the games and hears of each of them. */
  async refresh(): Promise<void> {
    const listed = me.person ? await api.mine().catch(() => [] as Listed[]) : [];
    // An open game too: it begins when somebody sits down.
    const wanted = listed.filter((game) => game.phase !== 'over' && game.opponent !== 'local');
    const next = new Map<string, Running>();
    for (const game of wanted.slice(0, 30)) {
      const known = this.running.get(game.game);
      next.set(game.game, known ?? this.#follow(game));
    }
    for (const [id, game] of this.running) if (!next.has(id)) game.stop();
    this.running = next;
  }

  #follow(listed: Listed): Running {
    const id = listed.game;
    const game: Running = { listed, seats: [], turn: false, stop: () => {} };
    const listener: Listener = {
      state: (state: GameState) => {
        game.seats = state.seats;
        this.#stands(id, game, state, false);
      },
      event: (event: Happened) => {
        if (event.now) this.#stands(id, game, event.now, true);
      },
    };
    game.stop = live.watch(id, listener);
    return game;
  }

  #stands(id: string, game: Running, now: Now, fresh: boolean): void {
    const turn = now.phase === 'live' && game.seats.some((seat) => seat === now.to_act);
    const began = turn && !game.turn;
    game.turn = turn;
    if (now.phase === 'over') game.stop();
    const next = new Map(this.running);
    if (now.phase === 'over') next.delete(id);
    else next.set(id, game);
    this.running = next;
    const looking = route.parts[1] === id && document.visibilityState === 'visible';
    if (began && fresh && !looking && settings.notify) tell(id, game.listed);
  }
}

function tell(id: string, listed: Listed): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const note = new Notification(t('web-your-turn'), {
    body: t(`game-${listed.kind}`),
    icon: '/icon-192.png',
    tag: id,
  });
  note.onclick = () => {
    window.focus();
    location.assign(`/game/${id}`);
  };
}

export const mine = new Mine();
