import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { type ChildProgram, startProgram } from './child-program.ts';
import { keepProgram } from './kept-program.ts';

/** A program that the test ends itself. `runs` has one element for each start. */
function keepByHand() {
  const clock = createFakeClock();
  const runs: { end(how: number | string): Promise<void>; asked: string[] }[] = [];
  const pauses: [number | string, number][] = [];
  const program = keepProgram({
    clock,
    onRestart: (how, pauseMs) => pauses.push([how, pauseMs]),
    start(): ChildProgram {
      const asked: string[] = [];
      const ended = new Promise<number | string>((resolve) => {
        runs.push({
          asked,
          async end(how) {
            resolve(how);
            await clock.advance(0);
          },
        });
      });
      return {
        ready: Promise.resolve('Ready'),
        ended,
        stop: () => void asked.push('stop'),
        kill: () => void asked.push('kill'),
      };
    },
  });
  return { clock, runs, pauses, program };
}

describe('a program that is kept running', () => {
  it('waits twice as long each time, and never longer than 30 s', async () => {
    const { clock, runs, pauses } = keepByHand();
    for (let at = 0; at < 7; at += 1) {
      await runs[at]?.end('SIGKILL');
      const [, pauseMs = 0] = pauses[at] ?? [];
      await clock.advance(pauseMs - 1);
      expect(runs).toHaveLength(at + 1);
      await clock.advance(1);
      expect(runs).toHaveLength(at + 2);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30].map((seconds) => ['SIGKILL', seconds * 1_000]));
  });

  it('waits for 1 s again after it ran for a minute', async () => {
    const { clock, runs, pauses } = keepByHand();
    await runs[0]?.end(1);
    await clock.advance(1_000);
    await clock.advance(59_999);
    await runs[1]?.end(1);
    await clock.advance(2_000);
    await clock.advance(60_000);
    await runs[2]?.end(1);
    expect(pauses.map(([, pauseMs]) => pauseMs)).toEqual([1_000, 2_000, 1_000]);
  });

  it.each(['stop', 'kill'] as const)('is not started again after %s', async (ask) => {
    const { clock, runs, pauses, program } = keepByHand();
    await runs[0]?.end('SIGSEGV');
    await clock.advance(1_000);
    program[ask]();
    expect(runs.map(({ asked }) => asked)).toEqual([[], [ask]]);
    await runs[1]?.end(0);
    expect(await program.ended).toBe(0);
    expect([runs.length, pauses.length, clock.pending()]).toEqual([2, 1, 0]);
  });

  it.each(['stop', 'kill'] as const)('is at its end at once between two runs: %s', async (ask) => {
    const { clock, runs, program } = keepByHand();
    await runs[0]?.end('SIGSEGV');
    program[ask]();
    expect(await program.ended).toBe('SIGSEGV');
    expect([runs.length, clock.pending()]).toEqual([1, 0]);
  });
});

describe('a process that is kept running', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  let folder: string;
  const started: ChildProgram[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-kept-'));
  });
  afterAll(async () => {
    for (const program of started) program.kill();
    await Promise.all(started.map(({ ended }) => ended));
    await rm(folder, { recursive: true });
  });

  async function keep(name: string, code: string) {
    const clock = createFakeClock();
    const entry = join(folder, name);
    await writeFile(entry, code);
    const children: ChildProgram[] = [];
    const said: [number | string, number][] = [];
    const program = keepProgram({
      clock,
      onRestart: (how, pauseMs) => said.push([how, pauseMs]),
      start() {
        const child = startProgram({ root, entry, args: [], readyLine: /^Ready\b/, onLine() {} });
        children.push(child);
        return child;
      },
    });
    started.push(program);
    return { program, children, said, clock };
  }
  const pidOf = async (child: ChildProgram | undefined) => Number((await child?.ready)?.split(' ')[1]);
  const serves = "console.log('Ready', process.pid); setInterval(() => {}, 1_000);";

  it('is there again with another process after it died, until it is asked to stop', async () => {
    const { program, children, said, clock } = await keep('dies.ts', serves);
    const first = await pidOf(program);
    process.kill(first, 'SIGKILL');
    await expect.poll(() => said).toEqual([['SIGKILL', 1_000]]);
    await clock.advance(1_000);
    const second = await pidOf(children[1]);
    expect(second).not.toBe(first);
    expect(() => process.kill(second, 0)).not.toThrow();
    program.stop();
    expect(await program.ended).toBe('SIGTERM');
    expect([children.length, said.length, clock.pending()]).toEqual([2, 1, 0]);
  }, 20_000);

  it('is not started again where it never became ready', async () => {
    const { program, children, said } = await keep('early.ts', 'process.exitCode = 1;');
    expect(await program.ready).toBeUndefined();
    expect(await program.ended).toBe(1);
    expect([children.length, said.length]).toEqual([1, 0]);
  }, 20_000);
});
