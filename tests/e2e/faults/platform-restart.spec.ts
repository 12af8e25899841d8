/** The platform itself goes: it restarts on its data, or it is away for longer than a token lives. */
import { expectLiveAgain, watchFewestCards } from '../../support/card-pictures.ts';
import { CLASS_SIZE, expect, test } from '../../support/fault-stage.ts';

/** What a platform that is away makes a page say. */
const AWAY = /ERR_|WebSocket|Failed to|request failed|unreachable|fetch|503|mqtt/i;

test('the platform restarts on the same data, and everybody comes back', async ({
  ownStage,
  openTabs,
  pageErrors,
}) => {
  pageErrors.allow(AWAY);
  const { classroom } = await ownStage({ students: CLASS_SIZE });
  const { tabs, expectNotReloaded } = await openTabs(classroom, { count: 2 });
  const fewestCards = await watchFewestCards(tabs);
  await classroom.restartPlatform();
  const endedAt = Date.now();
  await expectLiveAgain(tabs, { scenario: 'the platform restarted', endedAt, cards: CLASS_SIZE });
  expect(await fewestCards()).toBe(CLASS_SIZE);
  await expectNotReloaded();
});

test('a token that expires while nothing can be reached is replaced by itself', async ({
  ownStage,
  openTabs,
  pageErrors,
}) => {
  pageErrors.allow(AWAY);
  const students = 8;
  const { classroom, network } = await ownStage({ students, options: { accessTokenSeconds: 15 } });
  const { tabs, expectNotReloaded } = await openTabs(classroom, { count: 2, students });
  const [page] = tabs;
  const context = page.context();
  const fewestCards = await watchFewestCards(tabs);
  await context.route('**/auth/refresh', (route) => route.abort());
  await network.cut();
  const tokenLeftMs = () =>
    page.evaluate(() => {
      const sessions = JSON.parse(localStorage.getItem('lectern.sessions') ?? '{}') as Record<
        string,
        { expiresAtMs: number }
      >;
      return Math.max(...Object.values(sessions).map(({ expiresAtMs }) => expiresAtMs)) - Date.now();
    });
  await expect.poll(tokenLeftMs, { timeout: 20_000 }).toBeLessThan(0);
  await expect(page.getByRole('alert').filter({ hasText: 'Broker connection error' })).toBeVisible();
  const endedAt = Date.now();
  await context.unroute('**/auth/refresh');
  await network.restore();
  await expectLiveAgain(tabs, { scenario: 'a token expired meanwhile', endedAt, cards: students });
  expect(await fewestCards()).toBe(students);
  await expectNotReloaded();
});
