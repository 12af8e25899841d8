import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildProgram, startProgram } from './child-program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
const started: ChildProgram[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-program-'));
});

afterAll(async () => {
  for (const program of started) program.kill();
  await Promise.all(started.map(({ ended }) => ended));
  await rm(folder, { recursive: true });
});

async function program(name: string, code: string, lines: string[] = []): Promise<ChildProgram> {
  const entry = join(folder, name);
  await writeFile(entry, code);
  const child = startProgram({
    root,
    entry,
    args: ['--port', '0'],
    readyLine: /^Ready\b/,
    onLine: (line) => lines.push(line),
  });
  started.push(child);
  return child;
}

const serves = "console.log('Ready with', ...process.argv.slice(2)); setInterval(() => {}, 1_000);";

describe('a program of ours', () => {
  it('is ready with its ready line, and passes other lines on', async () => {
    const lines: string[] = [];
    const child = await program('ready.ts', `console.log('one moment'); ${serves}`, lines);
    expect(await child.ready).toBe('Ready with --port 0');
    expect(lines).toEqual(['one moment']);
    child.stop();
    expect(await child.ended).toBe('SIGTERM');
  });

  it('is never ready when it ends first, and its exit code is told', async () => {
    const child = await program('early.ts', 'process.exitCode = 1;');
    expect(await child.ready).toBeUndefined();
    expect(await child.ended).toBe(1);
  });

  it('can end in its own way when it is stopped', async () => {
    const child = await program('orderly.ts', `process.on('SIGTERM', () => process.exit(0)); ${serves}`);
    await child.ready;
    child.stop();
    expect(await child.ended).toBe(0);
  });

  it('ends when its launcher is gone without a word', async () => {
    const entry = join(folder, 'orphan.ts');
    await writeFile(entry, `console.log('Ready', process.pid); setInterval(() => {}, 1_000);`);
    const launcher = join(folder, 'launcher.mts');
    await writeFile(
      launcher,
      `import { startProgram } from ${JSON.stringify(join(root, 'scripts/launch/child-program.ts'))};
       const child = startProgram({ root: ${JSON.stringify(root)}, entry: ${JSON.stringify(entry)}, args: [], readyLine: /^Ready/, onLine() {} });
       process.send?.(await child.ready);`,
    );
    const running = fork(launcher, { execArgv: ['--import', 'tsx'], cwd: root });
    const [line] = (await once(running, 'message')) as [string];
    const orphan = Number(line.split(' ')[1]);
    running.kill('SIGKILL');
    await expect.poll(() => isAlive(orphan), { timeout: 10_000 }).toBe(false);
  }, 20_000);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
