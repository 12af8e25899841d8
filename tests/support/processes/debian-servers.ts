/** Redis, PostgreSQL, Mosquitto and HAProxy of Debian, each as a process of its own on a free port of this machine, with a folder of its own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { aptInstall, canAptInstall } from '../run/apt.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

export type DebianServer = {
  url: string;
  /** As the machine's own end of it does: at once. */
  kill(): Promise<void>;
  /** In order, as when its machine is restarted: what it keeps in files is kept. */
  stop(): Promise<void>;
  /** On the same port and folder. */
  start(): Promise<void>;
  close(): Promise<void>;
};

const REDIS = '/usr/bin/redis-server';
const POSTGRES = '/usr/lib/postgresql';
const MOSQUITTO = '/usr/sbin/mosquitto';
const HAPROXY = '/usr/sbin/haproxy';

const PACKAGES = { 'redis-server': REDIS, postgresql: POSTGRES, mosquitto: MOSQUITTO, haproxy: HAPROXY };

let installing: Promise<void> | undefined;
/** Installs what is missing, once. */
function ensureInstalled(): Promise<void> {
  installing ??= (async () => {
    const missing = Object.entries(PACKAGES).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
    if (missing.length === 0) return;
    if (!canAptInstall()) throw new Error(`These tests need Debian's packages ${missing.join(' and ')}.`);
    await aptInstall(missing);
  })();
  return installing;
}

export async function startRedis(): Promise<DebianServer> {
  await ensureInstalled();
  const port = await freePort();
  const dir = await mkdtemp(join(tmpdir(), 'lectern-redis-'));
  return serverOf({
    url: `redis://127.0.0.1:${port}`,
    dir,
    start: () =>
      spawn(
        REDIS,
        ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', dir, '--save', '', '--appendonly', 'no'],
        {
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      ),
    isReady: /Ready to accept connections/,
    stop: 'SIGTERM',
  });
}

export async function startPostgres(): Promise<DebianServer & { newDatabase(): Promise<string> }> {
  await ensureInstalled();
  const [version = ''] = (await readdir(POSTGRES)).toSorted((a, b) => Number(b) - Number(a));
  const bin = join(POSTGRES, version, 'bin');
  const port = await freePort();
  const dir = await mkdtemp(join(tmpdir(), 'lectern-postgres-'));
  const user = await postgresUser();
  if (user) await chown(dir, user.uid, user.gid);
  await run(
    join(bin, 'initdb'),
    ['-D', dir, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale', 'C', '-N'],
    {
      ...user,
      cwd: dir,
    },
  );
  const url = `postgres://postgres@127.0.0.1:${port}`;
  const server = await serverOf({
    url: `${url}/postgres`,
    dir,
    start: () =>
      spawn(
        join(bin, 'postgres'),
        ['-D', dir, '-p', `${port}`, '-h', '127.0.0.1', '-k', '', '-F', '-c', 'max_connections=200'],
        { ...user, cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] },
      ),
    isReady: /ready to accept connections/,
    // Without waiting for its clients.
    stop: 'SIGINT',
  });
  let databases = 0;
  return {
    ...server,
    async newDatabase() {
      const name = `lectern${++databases}`;
      const client = new pg.Client(`${url}/postgres`);
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return `${url}/${name}`;
    },
  };
}

/**
 * With the configuration of `deploy/`. `folder`: where a platform writes `passwords` and `acl`; it is removed at the end. `url`:
 * for programs, `webSocketUrl`: for pages.
 */
export async function startMosquitto(): Promise<DebianServer & { folder: string; webSocketUrl: string }> {
  await ensureInstalled();
  const [port, webSocketPort] = [await freePort(), await freePort()];
  const folder = await mkdtemp(join(tmpdir(), 'lectern-mosquitto-'));
  const deployed = await readFile(new URL('../../../deploy/mosquitto.conf', import.meta.url), 'utf8');
  const config = deployed
    .replaceAll('/var/lib/lectern/mosquitto', folder)
    .replace('user lectern', `user ${userInfo().username}`)
    .replace('listener 1883', `listener ${port}`)
    .replace('listener 8083', `listener ${webSocketPort}`);
  for (const name of ['passwords', 'acl']) await writeFile(join(folder, name), '', { mode: 0o600 });
  await writeFile(join(folder, 'mosquitto.conf'), config);
  const server = await serverOf({
    url: `mqtt://127.0.0.1:${port}`,
    dir: folder,
    start: () =>
      spawn(MOSQUITTO, ['-c', join(folder, 'mosquitto.conf')], { stdio: ['ignore', 'ignore', 'pipe'] }),
    isReady: /mosquitto version [\d.]+ running/,
    stop: 'SIGTERM',
  });
  return { ...server, folder, webSocketUrl: `ws://127.0.0.1:${webSocketPort}` };
}

/** With the configuration of `deploy/`, before platforms at these ports. */
export async function startHaproxy(
  ports: readonly number[],
): Promise<DebianServer & { port: number; pid(): number }> {
  await ensureInstalled();
  const port = await freePort();
  const dir = await mkdtemp(join(tmpdir(), 'lectern-haproxy-'));
  const file = join(dir, 'haproxy.cfg');
  const deployed = await readFile(new URL('../../../deploy/haproxy.cfg', import.meta.url), 'utf8');
  const lines = deployed.split('\n').flatMap((line) => {
    const at = /^ +server p(\d+) /.exec(line);
    const own = at && ports[Number(at[1]) - 1];
    if (at) return own === undefined ? [] : [line.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${own}`)];
    // A test has neither the log of the system nor another user.
    if (/^ +(log|option httplog|user|group)\b/.test(line)) return [];
    return [line.replace('bind 127.0.0.1:8000', `bind 127.0.0.1:${port}`)];
  });
  await writeFile(file, lines.join('\n'));
  let child: ChildProcess;
  const server = await serverOf({
    url: `http://127.0.0.1:${port}`,
    dir,
    start() {
      child = spawn(HAPROXY, ['-W', '-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
      return child;
    },
    isReady: /Loading success/,
    stop: 'SIGTERM',
  });
  return { ...server, port, pid: () => child.pid ?? 0 };
}

async function serverOf(program: {
  url: string;
  dir: string;
  start(): ChildProcess;
  isReady: RegExp;
  stop: NodeJS.Signals;
}): Promise<DebianServer> {
  let child: ChildProcess;
  async function start(): Promise<void> {
    child = program.start();
    const output = child.stdout ?? child.stderr;
    let text = '';
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`${child.spawnfile} has ended: ${text}`)));
      output?.on('data', (chunk: Buffer) => {
        text += chunk;
        if (program.isReady.test(text)) resolve();
      });
    });
    // It goes on saying things that nobody reads.
    output?.removeAllListeners('data').resume();
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  await start();
  return {
    url: program.url,
    start,
    kill: () => end(program.stop === 'SIGINT' ? 'SIGQUIT' : 'SIGKILL'),
    stop: () => end(program.stop),
    async close() {
      await end(program.stop);
      await rm(program.dir, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL does not run as root. */
async function postgresUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}
