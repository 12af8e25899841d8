/** A share to a class of which some vanish. */
import { expect, type Page } from '@playwright/test';
import { expectRunning, NOTHING } from './peer-probe.ts';
import type { RunningClassroom } from './running-classroom.ts';
import { openShareDialog, shareCard, startShare } from './share-dialog.ts';

export async function vanishing(scene: {
  classroom: RunningClassroom;
  tutor: Page;
  count: number;
  vanish: number;
}): Promise<void> {
  const { classroom, tutor, count, vanish } = scene;
  const late = { timeout: 60_000 };
  const devices = classroom.simulatedClass?.devices ?? [];
  await openShareDialog(tutor);
  await startShare(tutor);
  await expect(shareCard(tutor)).toContainText(`${count} of ${count} watching`, late);
  for (const device of devices) await expect.poll(() => device.broadcastFrames(), late).toBeGreaterThan(0);
  const [gone, staying] = [devices.slice(0, vanish), devices.slice(vanish)];
  await Promise.all(gone.map((device) => device.stop()));
  const left = staying.length;
  await expect(shareCard(tutor)).toContainText(new RegExp(`${left} of (${left}|${count}) watching`), late);
  await expectRunning(tutor, { peers: left, tracks: 1 });
  const before = staying.map((device) => device.broadcastFrames());
  await expect
    .poll(() => staying.every((device, i) => device.broadcastFrames() > (before[i] ?? 0)), late)
    .toBe(true);
  await shareCard(tutor)
    .getByRole('button', { name: /^Stop Sharing/ })
    .click();
  await expectRunning(tutor, NOTHING);
  await expect
    .poll(
      () => devices.map((device) => device.peerCounts()).filter(({ peers, runs }) => peers + runs > 0),
      late,
    )
    .toEqual([]);
}
