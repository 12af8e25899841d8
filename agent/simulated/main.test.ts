import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const CLASS = {
  tenant: 'demo',
  siteId: 'riverside',
  secret: 'of the site',
  devices: ['RS-1', 'RS-2'].map((hostname) => ({
    type: 'windowsAgent',
    hostname,
    user: { name: hostname },
    displays: [{ id: 'd1', primary: true }],
  })),
  runner: { secret: 'of the runner' },
};

test('a class whose runner cannot begin ends as a whole, and says why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-class-'));
  let program: ChildProcess | undefined;
  try {
    const classFile = join(folder, 'demo-class.json');
    await writeFile(classFile, JSON.stringify(CLASS));
    for (const name of ['key', 'crt']) await writeFile(join(folder, `runner-authority.${name}`), 'damaged');
    // Nobody listens there: its devices try again and again.
    const args = ['--platform', 'http://127.0.0.1:9', '--class', classFile, '--students', '2'];
    program = spawn(process.execPath, ['--import', 'tsx', 'agent/simulated/main.ts', ...args], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const told: unknown[] = [];
    program.on('message', (message) => told.push(message));
    const [code] = await once(program, 'close');
    expect(code).toBe(1);
    expect(told).toEqual([
      { type: 'failed', message: expect.stringMatching(/runner-authority\.key holds no key/) },
    ]);
  } finally {
    program?.kill('SIGKILL');
    await rm(folder, { recursive: true });
  }
}, 30_000);
