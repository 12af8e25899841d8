/** Viewers that fall silent with everything open: their machines stand still, so nobody hangs up or closes a socket. */
import type { Page } from '@playwright/test';
import { expectOpen, expectRunning, LINE_KEPT, openThings } from '../support/browser/peer-probe.ts';
import { openShareDialog, shareCard, startShare } from '../support/console/share-dialog.ts';
import { cards } from '../support/console/wall.ts';
import { type Stillness, startMachines } from '../support/devices/student-machines.ts';
import { CAPTURING, expect, test } from '../support/devices/student-page.ts';

test.use({ launchOptions: CAPTURING });

const [STAYING, SILENT] = [3, 3];
const ALL = STAYING + SILENT;
const LATE = { timeout: 60_000 };
/**
 * A browser finds after 5 s or so that nothing comes, and a picture that stands still for 5 s more is none. Under load
 * either is told late.
 */
const UNWATCHED = { timeout: 20_000 };
/** A console takes a device off after 30 s of silence, and an announcement, every 10 s, finds out for whom it is. */
const GONE = { timeout: 50_000 };
/**
 * WebRTC gives a connection up after 30 s in which nothing came, the next announcement comes within 10 s, and a call may
 * take 15 s. On a busy machine it may take a second one.
 */
const BACK = { timeout: 150_000 };

const SCENES: readonly { what: string; still: Stillness; left: string; there: number }[] = [
  // The devices are there, and answer for what they show.
  {
    what: 'whose connections stand still',
    still: 'webrtc',
    left: `${STAYING} of ${ALL} watching`,
    there: ALL,
  },
  {
    what: 'that stand still as a whole',
    still: 'machines',
    left: `${STAYING} of ${STAYING} watching`,
    there: STAYING,
  },
];

const allWatch = (tutor: Page, within: { timeout: number }) =>
  expect(shareCard(tutor)).toContainText(`${ALL} of ${ALL} watching`, within);

for (const { what, still, left, there } of SCENES) {
  test(`viewers ${what} are not counted as watching, and watch again when they go on`, async ({
    ownClassroom,
    openTutor,
  }) => {
    const classroom = await ownClassroom({ students: STAYING });
    const staying = classroom.simulatedClass?.devices ?? [];
    const machines = await startMachines(classroom, { after: STAYING, count: SILENT });
    try {
      const tutor = await openTutor(classroom, ALL);
      const before = await openThings(tutor);
      await openShareDialog(tutor);
      await startShare(tutor);
      await allWatch(tutor, LATE);
      await expectRunning(tutor, { peers: ALL, tracks: 1 });

      await machines.standStill(still);
      await expect(shareCard(tutor)).toContainText(`${STAYING} of `, UNWATCHED);
      await expectRunning(tutor, { peers: STAYING, tracks: 1 });
      await expect(shareCard(tutor)).toContainText(left, GONE);
      await expect(cards(tutor)).toHaveCount(there, GONE);
      const seen = staying.map((device) => device.broadcastFrames());
      const goesOn = () => staying.every((device, i) => device.broadcastFrames() > (seen[i] ?? 0));
      await expect.poll(goesOn, LATE).toBe(true);

      await machines.goOn();
      await expect(cards(tutor)).toHaveCount(ALL, LATE);
      await allWatch(tutor, BACK);
      await expectRunning(tutor, { peers: ALL, tracks: 1 });

      await shareCard(tutor)
        .getByRole('button', { name: /^Stop Sharing/ })
        .click();
      await expectOpen(tutor, { ...before, ...LINE_KEPT });
      const busy = () =>
        staying.map((device) => device.peerCounts()).filter(({ peers, runs }) => peers + runs > 0);
      await expect.poll(busy, LATE).toEqual([]);
    } finally {
      await machines.end();
    }
  });
}
