/**
 * A school that talks: every seat a connection of its own through the real broker, in one more process. It never has
 * more under way than the listener takes, so that the broker has no reason to leave anything out.
 */
import { fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BenchContext } from '../meters/measurement.ts';
import type { BenchClassroom } from './bench-classroom.ts';
import type { BrokerFront } from './broker-front.ts';
import type { GeneratorCommand, GeneratorReport, GeneratorSetup } from './feedback-generator-process.ts';

export type FeedbackGenerator = {
  /** Everybody says who they are, once. */
  introduce(): Promise<void>;
  /** So many records; then, when all others have left the broker, the one with this session in it. Epoch ms. */
  flood(count: number, sessionVersion: number): Promise<{ startedAt: number }>;
};

const STEP = 250;
const UNDER_WAY_BYTES = 1024 * 1024;
const LOOK_MS = 2;

export async function startGenerator(
  context: BenchContext,
  { port, classFile }: BenchClassroom,
  front: BrokerFront,
  { devices, groupId }: { devices: number; groupId: string },
): Promise<FeedbackGenerator> {
  const entry = fileURLToPath(new URL('./feedback-generator-process.ts', import.meta.url));
  const speaker = fork(entry, {
    execArgv: ['--import', 'tsx', '--import', './scripts/leave-with-parent.mjs'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  context.atEnd(() => void speaker.kill());
  const tell = (message: GeneratorSetup | GeneratorCommand) =>
    new Promise<GeneratorReport>((resolve, reject) => {
      const ended = () => reject(new Error('the generator ended'));
      speaker.once('exit', ended);
      speaker.once('message', (report) => {
        speaker.off('exit', ended);
        resolve(report as GeneratorReport);
      });
      speaker.send(message);
    });
  await tell({ port, classFile, devices, groupId });

  async function send(kind: 'introduce' | 'speak', total: number): Promise<void> {
    const before = front.bytesOut();
    let sentBytes = 0;
    const underWay = () => sentBytes - (front.bytesOut() - before);
    for (let sent = 0; sent < total; sent += STEP) {
      while (underWay() > UNDER_WAY_BYTES) await pause(LOOK_MS);
      sentBytes += (await tell({ name: kind, count: Math.min(STEP, total - sent) })).bytes;
    }
    while (underWay() > 0.01 * sentBytes) await pause(LOOK_MS);
  }

  return {
    introduce: () => send('introduce', devices),
    async flood(count, sessionVersion) {
      const startedAt = Date.now();
      await send('speak', count);
      await tell({ name: 'mark', sessionVersion });
      return { startedAt };
    },
  };
}
