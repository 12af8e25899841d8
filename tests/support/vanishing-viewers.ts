/**
 * A share to a class of which some vanish without a word: their machines end, and with them all that they had open.
 * Nobody hangs up, leaves a call or says goodbye to the broker.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { readClassFile } from '../../agent/simulated/class-file.ts';
import { expectOpen, expectRunning, LINE_KEPT, openThings } from './peer-probe.ts';
import type { RunningClassroom } from './running-classroom.ts';
import { openShareDialog, shareCard, startShare } from './share-dialog.ts';
import { cards } from './wall.ts';

const CLASS = 'agent/simulated/main.ts';
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

/** Students who follow `after` others in the class's list, in processes apart from this one: they end together. */
async function startMachines(
  { consoleUrl, dataDir }: RunningClassroom,
  { after, count }: { after: number; count: number },
): Promise<{ end(): Promise<void> }> {
  const { runner: _, devices, ...file } = await readClassFile(join(dataDir, 'demo-class.json'));
  const staying = devices.filter(({ traits }) => !traits.comesAndGoes);
  const path = join(dataDir, 'vanishing-class.json');
  await writeFile(path, JSON.stringify({ ...file, devices: staying.slice(after, after + count) }));
  const platform = `http://127.0.0.1:${new URL(consoleUrl).port}`;
  const args = ['--platform', platform, '--class', path, '--students', `${count}`, '--wanderers', '0'];
  const child = spawn(process.execPath, ['--import', 'tsx', CLASS, ...args], {
    // It leaves by itself when this process ends.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // A group of processes: the class, and that of its WebRTC.
    detached: true,
  });
  const [report] = (await once(child, 'message')) as [{ type: string; message?: string }];
  if (report.type !== 'ready') throw new Error(`the machines did not start: ${report.message}`);
  return { end: () => killGroup(child) };
}

async function killGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  // All at once: had the class ended first, its WebRTC would still close every connection.
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}
