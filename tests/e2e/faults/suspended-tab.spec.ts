/** A tab stands still for a while, as browsers make those do that nobody looks at. */
import { TIMING } from '#domain/timing.ts';
import { expectLiveAgain, expectStillLive, handledBatches } from '../../support/console/card-pictures.ts';
import {
  expectConfirmed,
  followActions,
  hostnames,
  press,
  select,
} from '../../support/console/class-actions.ts';
import { cards } from '../../support/console/wall.ts';
import { suspend } from '../../support/faults/browser-faults.ts';
import { CLASS_SIZE, expect, lasts, test } from '../../support/faults/fault-stage.ts';

test('a tab that was suspended for 10 s is live at once, and nothing has queued for it', async ({
  stage: { classroom },
  openTabs,
  context,
}) => {
  const { tabs, open, expectNotReloaded } = await openTabs(classroom);
  const [page] = tabs;
  const neighbour = await open();
  const devices = classroom.simulatedClass?.devices ?? [];
  const done = followActions(devices);
  const free = devices.filter((device) => !device.muted());
  const [before, meanwhile] = [free.slice(0, 5), free.slice(5, 8)];
  await select(page, before);
  await select(neighbour, meanwhile);
  // Its answers come to a tab that stands still; their 8 s in its activity area may be over when it goes on.
  await press(page, 'Mute');
  const resume = await suspend(context, page);
  const over = lasts(10);
  await press(neighbour, 'Mute');
  await expectConfirmed(neighbour, 'Mute', meanwhile.length);
  await over;
  // One that stands still takes nothing from its neighbour.
  await expectStillLive([neighbour], CLASS_SIZE);
  const endedAt = Date.now();
  await resume();
  await expectLiveAgain([page], {
    scenario: 'suspended for 10 s',
    endedAt,
    cards: CLASS_SIZE,
    // The worker has gone on: nobody waits for the next picture.
    picturesSince: endedAt - TIMING.groupThumbnailMs - 1_000,
  });
  // Two unanswered batches, and no more, were under way to it.
  const late = (await handledBatches(page, endedAt)).filter(({ sentAt }) => sentAt < endedAt);
  expect(late.length).toBeLessThanOrEqual(2);
  for (const tab of [page, neighbour]) await expect(cards(tab)).toHaveCount(CLASS_SIZE);
  expect(done.whoDid('mute')).toEqual(hostnames([...before, ...meanwhile]));
  await expectNotReloaded();

  // As the class was.
  await press(page, 'Unmute');
  await press(neighbour, 'Unmute');
  await expectConfirmed(page, 'Unmute', before.length);
  await expectConfirmed(neighbour, 'Unmute', meanwhile.length);
  done.stop();
});
