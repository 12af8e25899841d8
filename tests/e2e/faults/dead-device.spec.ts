/** Devices that end without a word: nobody sends a last will for them. */
import { expectStillLive } from '../../support/console/card-pictures.ts';
import {
  expectConfirmed,
  followActions,
  hostnames,
  newestActivity,
  press,
  select,
} from '../../support/console/class-actions.ts';
import { cardOf, cards } from '../../support/console/wall.ts';
import { connectHandMade } from '../../support/devices/hand-made-device.ts';
import { CLASS_SIZE, expect, test } from '../../support/faults/fault-stage.ts';

/** Of the class, but not simulated: they would come and go. */
const SEATS = [30, 31];
const OFFLINE_AFTER_MS = 15_000;
const GONE_AFTER_MS = 30_000;
/** How often the worker looks for devices that fell silent. */
const LOOK_MS = 10_000;
const SLACK_MS = 1_500;
/** An order to mute that arrives later than this is not carried out. */
const MUTE_TTL_MS = 60_000;

test('devices that die or fall silent are offline after 15 s and gone after 30 s; the others stay', async ({
  stage: { classroom },
  openTabs,
}) => {
  test.setTimeout(100_000);
  const { tabs, groupId } = await openTabs(classroom);
  const [page] = tabs;
  const [dying, silent] = await Promise.all(SEATS.map((seat) => connectHandMade(classroom, seat)));
  if (!dying || !silent) throw new Error('there are two seats');
  const lost = [
    { ...dying, hostname: 'RS-DYING' },
    { ...silent, hostname: 'RS-SILENT' },
  ];
  for (const { hostname, ...device } of lost) {
    await device.say(groupId, 'info', {
      type: 'windowsAgent',
      version: '1',
      displays: [{ id: 'd1', primary: true }],
      device: { hostname },
      user: { id: 'u', name: device.userName },
    });
    await device.say(groupId, 'statuses', {});
  }
  const lastWordAt = Date.now();
  dying.die();
  const both = lost.map(({ hostname }) => cardOf(page, hostname));
  for (const card of both) await expect(card).toBeVisible();
  const devices = classroom.simulatedClass?.devices ?? [];
  const done = followActions(devices);
  const some = devices.filter((device) => !device.muted()).slice(3, 6);
  await select(page, [...lost, ...some]);
  await press(page, 'Mute');
  const askedAt = Date.now();
  await expect(newestActivity(page)).toContainText(
    `${some.length} of ${some.length + lost.length} confirmed`,
  );

  for (const card of both) {
    await expect(card.getByText('Offline', { exact: true })).toBeVisible({
      timeout: OFFLINE_AFTER_MS + LOOK_MS + SLACK_MS - (Date.now() - lastWordAt),
    });
  }
  expect(Date.now() - lastWordAt).toBeGreaterThan(OFFLINE_AFTER_MS);
  await expect(page.locator('ul[aria-label="Devices"] > li:has([data-stale])')).toHaveCount(2);

  for (const card of both) {
    await expect(card).toHaveCount(0, {
      timeout: GONE_AFTER_MS + LOOK_MS + SLACK_MS - (Date.now() - lastWordAt),
    });
  }
  expect(Date.now() - lastWordAt).toBeGreaterThan(GONE_AFTER_MS);
  await expect(cards(page)).toHaveCount(CLASS_SIZE);
  await expectStillLive(tabs, CLASS_SIZE);

  // Nobody waits for the lost ones any more, and those who are there did it once.
  await expect(newestActivity(page)).toContainText('No answer from', {
    timeout: MUTE_TTL_MS + SLACK_MS - (Date.now() - askedAt),
  });
  for (const { userName } of lost) await expect(newestActivity(page)).toContainText(userName);
  expect(done.whoDid('mute')).toEqual(hostnames(some));
  await silent.stop();

  // As the class was.
  await press(page, 'Unmute');
  await expectConfirmed(page, 'Unmute', some.length);
  done.stop();
});
