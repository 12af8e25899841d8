/** `npm start` as a newcomer runs it: bundled programs, a console that answers, a class, and an orderly end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copiedFolder } from '../../../server/store/fakes/copied-folder.ts';

const LONG_MS = 120_000;

type Start = { child: ChildProcess; port: number; lines: readonly string[] };

let dataDir: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = await copiedFolder('nothing', async () => {});
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Resolves when the table of addresses, which is the last of a start, has been printed. */
async function start(): Promise<Start> {
  const args = ['scripts/run.mjs', 'start', '--port', '0', '--students', '2', '--data', dataDir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines: string[] = [];
  const port = await new Promise<number>((done, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      if (/Ctrl-C stops everything/.test(line))
        done(Number(/demo\.localhost:(\d+)/.exec(lines.join('\n'))?.[1]));
    });
    child.once('close', () => reject(new Error(`it ended first: ${lines.join('\n')}`)));
  });
  return { child, port, lines };
}

async function stop({ child }: Start): Promise<unknown> {
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  return code;
}

/** Node does not resolve names below localhost, so the name goes into the header. */
async function consolePage(port: number): Promise<string> {
  const asked = request({ port, host: '127.0.0.1', headers: { host: `demo.localhost:${port}` } }).end();
  const [answer] = await once(asked, 'response');
  let text = '';
  for await (const part of answer) text += part;
  return text;
}

const studentLink = ({ lines }: Start) => lines.find((line) => /Student page/.test(line))?.split('#')[1];

describe('npm start', () => {
  it(
    'runs the console and a class from bundles, and keeps everything for the next start',
    async () => {
      const first = await start();
      expect(first.lines.join('\n')).toMatch(/2 students online/);
      expect(await consolePage(first.port)).toMatch(/<script type="module"[^>]* src="\/assets\//);
      expect(await stop(first)).toBe(0);

      const second = await start();
      expect(second.lines.join('\n')).not.toMatch(/console built/);
      expect(studentLink(second)).toBe(studentLink(first));
      expect(studentLink(second)).toMatch(/key=page-/);
      expect(await stop(second)).toBe(0);
    },
    LONG_MS,
  );

  it('bundles map to their sources, so that a failure names a line of TypeScript', async () => {
    const programs = (await readdir(resolve('dist-node'))).filter((file) =>
      /^(platform|students)\.js$/.test(file),
    );
    expect(programs).toEqual(['platform.js', 'students.js']);
    for (const program of programs) {
      const map = JSON.parse(await readFile(resolve('dist-node', `${program}.map`), 'utf8'));
      expect(map.sources.some((source: string) => source.endsWith('.ts'))).toBe(true);
    }
  });
});
