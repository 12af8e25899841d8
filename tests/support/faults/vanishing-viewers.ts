/**
 * A share to a class of which some vanish without a word: their machines end, and with them all that they had open.
 * Nobody hangs up, leaves a call or says goodbye to the broker.
 */
import { expect, type Page } from '@playwright/test';
import { expectOpen, expectRunning, LINE_KEPT, openThings } from '../browser/peer-probe.ts';
import type { RunningClassroom } from '../classroom/running-classroom.ts';
import { openShareDialog, shareCard, startShare } from '../console/share-dialog.ts';
import { cards } from '../console/wall.ts';
import { startMachines } from '../devices/student-machines.ts';

const LATE = { timeout: 60_000 };

/** `staying` are the students of the classroom; it brings `vanish` more. */
export async function vanishing(scene: {
  classroom: RunningClassroom;
  openTutor: (classroom: RunningClassroom, devices: number) => Promise<Page>;
  vanish: number;
}): Promise<void> {
  const { classroom, openTutor, vanish } = scene;
  const staying = classroom.simulatedClass?.devices ?? [];
  const left = staying.length;
  const count = left + vanish;
  const others = await startMachines(classroom, { after: left, count: vanish });
  try {
    const tutor = await openTutor(classroom, count);
    const before = await openThings(tutor);
    await openShareDialog(tutor);
    await startShare(tutor);
    await expect(shareCard(tutor)).toContainText(`${count} of ${count} watching`, LATE);
    await expectRunning(tutor, { peers: count, tracks: 1 });
    for (const device of staying) await expect.poll(() => device.broadcastFrames(), LATE).toBeGreaterThan(0);

    await others.end();
    await expect(shareCard(tutor)).toContainText(`${left} of ${left} watching`, LATE);
    await expect(cards(tutor)).toHaveCount(left);
    await expectRunning(tutor, { peers: left, tracks: 1 });
    const seen = staying.map((device) => device.broadcastFrames());
    const goesOn = () => staying.every((device, i) => device.broadcastFrames() > (seen[i] ?? 0));
    await expect.poll(goesOn, LATE).toBe(true);

    await shareCard(tutor)
      .getByRole('button', { name: /^Stop Sharing/ })
      .click();
    await expectOpen(tutor, { ...before, ...LINE_KEPT });
    const busy = () =>
      staying.map((device) => device.peerCounts()).filter(({ peers, runs }) => peers + runs > 0);
    await expect.poll(busy, LATE).toEqual([]);
  } finally {
    await others.end();
  }
}
