/** A network that swallows everything and ends nothing: no side is told that it is alone. */
import { expectLiveAgain, watchFewestCards } from '../../support/console/card-pictures.ts';
import {
  expectConfirmed,
  followActions,
  hostnames,
  press,
  select,
} from '../../support/console/class-actions.ts';
import { CLASS_SIZE, expect, lasts, OUTAGE, test } from '../../support/faults/fault-stage.ts';

test('a black hole of 20 s is noticed by silence, and everybody comes back on new connections', async ({
  stage,
  openTabs,
  pageErrors,
}) => {
  pageErrors.allow(OUTAGE);
  const { classroom, network } = stage;
  const { tabs, expectNotReloaded } = await openTabs(classroom);
  const [page] = tabs;
  const fewestCards = await watchFewestCards(tabs);
  const devices = classroom.simulatedClass?.devices ?? [];
  const done = followActions(devices);
  const some = devices.filter((device) => !device.locked()).slice(3, 8);
  await select(page, some);
  network.blackHole();
  const over = lasts(20);
  // It leaves for a network that nobody knows to be gone.
  await press(page, 'Lock');
  await over;
  await expect(page.getByRole('alert').filter({ hasText: 'Broker connection error' })).toBeVisible();
  const endedAt = Date.now();
  await network.restore();
  await Promise.all([
    expectLiveAgain(tabs, { scenario: 'a black hole of 20 s', endedAt, cards: CLASS_SIZE }),
    expectConfirmed(page, 'Lock', some.length),
  ]);
  expect(done.whoDid('lock')).toEqual(hostnames(some));
  expect(await fewestCards()).toBe(CLASS_SIZE);
  await expectNotReloaded();

  // As the class was.
  await press(page, 'Unlock');
  await expectConfirmed(page, 'Unlock', some.length);
  done.stop();
});
