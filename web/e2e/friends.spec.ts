/** Two browsers play each other by link; one reloads, one loses its connection, the server dies. */
import { begin, dice, moves, OPENED, pair, person, resign, stateOf, turn } from './play';
import { expect, test } from './server';

const GAMES: { game: string; rules: string; most?: number; start?: string }[] = [
  { game: 'seega', rules: 'size=3' },
  { game: 'salta', rules: 'limit=4' },
  { game: 'senet', rules: 'pieces=5', most: 12 },
  { game: 'draughts', rules: 'barren=8,kingmoves=2' },
  { game: 'diaballik', rules: 'limit=4', start: OPENED },
];

for (const { game, rules, most = 200, start } of GAMES) {
  test(`${game}: two people by link, a reload and a lost connection`, async ({ browser, baseURL }) => {
    test.setTimeout(300_000);
    const [host, guest] = [await person(browser, baseURL), await person(browser, baseURL)];
    const id = await begin(host, {
      game,
      opponent: 'link',
      rules,
      side: 'first',
      ...(start ? { start } : {}),
    });
    await expect(host.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
    const link = await host.getByRole('textbox', { name: 'Link to the game' }).inputValue();
    await guest.goto(link);
    await guest.getByRole('button', { name: 'Sit down and play' }).click();
    await expect(host.getByText('It is your move')).toBeVisible();

    const roll = dice(11);
    for (let count = 0; count < most; count += 1) {
      const { phase, to_act } = await stateOf(host, id);
      if (phase === 'over') break;
      if (to_act === 'chance') continue;
      const page = to_act === 'first' ? host : guest;
      if (count === 2) await host.reload();
      // The other's connection goes, one plays on, the other hears of it afterwards.
      const absent = page === host ? guest : host;
      const cut = count === 3 || count === 4;
      if (cut) await absent.context().setOffline(true);
      await turn(page, id, (legal) => legal[roll(legal.length)]!);
      if (cut) await absent.context().setOffline(false);
    }
    const { phase, ply } = await stateOf(host, id);
    if (phase !== 'over') {
      await resign(guest);
    }
    await expect(host.getByRole('button', { name: 'Rematch' })).toBeVisible();
    await expect(guest.getByRole('button', { name: 'Rematch' })).toBeVisible();
    expect(ply).toBeGreaterThan(5);
    // Both saw every action.
    for (const page of [host, guest]) {
      await expect(moves(page)).toHaveCount(ply);
    }
    await host.context().close();
    await guest.context().close();
  });
}

test('the server dies and comes back: both go on where they were', async ({ browser, server, baseURL }) => {
  const { host, guest, id } = await pair(browser, baseURL, { game: 'seega' });
  await turn(host, id, (legal) => legal[0]!);
  await server.stop('SIGKILL');
  await expect(guest.getByText('The connection is lost')).toBeVisible();
  await server.start();
  await expect(guest.getByText('The connection is lost')).toBeHidden({ timeout: 30_000 });
  await turn(guest, id, (legal) => legal[0]!);
  await expect(host.getByText('It is your move')).toBeVisible({ timeout: 30_000 });
  expect((await stateOf(host, id)).ply).toBe(2);
});

test('a game is offered to anyone, the same way from both pages, and aborted again', async ({
  browser,
  baseURL,
}) => {
  const [host, guest] = [await person(browser, baseURL), await person(browser, baseURL)];
  await host.goto('/lobby');
  await host.getByRole('link', { name: 'Salta', exact: true }).click();
  await expect(host).toHaveURL('/new/salta?with=lobby');
  await host.goto('/');
  await host
    .getByRole('group', { name: 'Offer a game to anyone' })
    .getByRole('link', { name: 'Salta' })
    .click();
  await expect(host).toHaveURL('/new/salta?with=lobby');
  await host.getByRole('button', { name: 'Offer the game' }).click();
  await expect(host.getByRole('status').getByText('Waiting for the opponent')).toBeVisible();
  await guest.goto(host.url());
  await expect(guest.getByRole('status').getByText('Guest invites you to play')).toBeVisible();
  await host.getByRole('button', { name: 'Abort' }).click();
  await host.getByRole('dialog').getByRole('button', { name: 'Abort' }).click();
  for (const page of [host, guest])
    await expect(page.getByText('the game was aborted').first()).toBeVisible();
});
