/** A broker that takes connections and says nothing on them, or takes none. */
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expectLiveAgain, watchFewestCards } from '../../support/console/card-pictures.ts';
import {
  expectConfirmed,
  followActions,
  hostnames,
  press,
  select,
} from '../../support/console/class-actions.ts';
import { cards } from '../../support/console/wall.ts';
import { CLASS_SIZE, expect, lasts, OUTAGE, test } from '../../support/faults/fault-stage.ts';

const banner = /^Broker connection error\. Please adjust your network/;

test('a broker that accepts and never answers is said to be away, at the start and later, until it speaks', async ({
  stage: { classroom, network },
  openTabs,
  pageErrors,
}) => {
  pageErrors.allow(OUTAGE);
  network.hang();
  const { tabs, expectNotReloaded } = await openTabs(classroom, { students: 0 });
  const [page] = tabs;
  const alert = page.getByRole('alert').filter({ hasText: banner });
  await expect(alert).toBeVisible();
  // Nothing was ever live: the content stays hidden.
  await expect(page.getByRole('heading', { name: '7A Mathematics' })).toHaveCount(0);
  await expectAccessible(page);
  let endedAt = Date.now();
  await network.restore();
  await expectLiveAgain(tabs, { scenario: 'a broker that hung at the start', endedAt, cards: CLASS_SIZE });
  await expect(alert).toHaveCount(0);

  const devices = classroom.simulatedClass?.devices ?? [];
  const done = followActions(devices);
  const some = devices.filter((device) => !device.muted()).slice(3, 8);
  await select(page, some);
  const fewestCards = await watchFewestCards(tabs);
  network.hang();
  const over = lasts(20);
  // It leaves for a broker that nobody knows to be silent.
  await press(page, 'Mute');
  // Silence is noticed by the keep-alive, and then each attempt ends by its own limit.
  await over;
  await expect(alert).toBeVisible();
  endedAt = Date.now();
  await network.restore();
  await Promise.all([
    expectLiveAgain(tabs, { scenario: 'a broker that hung for 20 s', endedAt, cards: CLASS_SIZE }),
    expectConfirmed(page, 'Mute', some.length),
  ]);
  expect(done.whoDid('mute')).toEqual(hostnames(some));
  await expect(alert).toHaveCount(0);
  expect(await fewestCards()).toBe(CLASS_SIZE);
  await expectNotReloaded();

  // As the class was.
  await press(page, 'Unmute');
  await expectConfirmed(page, 'Unmute', some.length);
  done.stop();
});

test('a broker that cannot be reached at the start shows the banner, and the class once it is there', async ({
  stage: { classroom, network },
  openTabs,
  pageErrors,
}) => {
  pageErrors.allow(OUTAGE);
  await network.cut();
  const { tabs, expectNotReloaded } = await openTabs(classroom, { students: 0 });
  const [page] = tabs;
  await expect(page.getByRole('alert').filter({ hasText: banner })).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
  const endedAt = Date.now();
  await network.restore();
  await expectLiveAgain(tabs, {
    scenario: 'a broker that was down at the start',
    endedAt,
    cards: CLASS_SIZE,
  });
  await expectNotReloaded();
});
