/**
 * The files `passwords` and `acl`, which define Mosquitto's users and rights, in a folder shared by both
 * programs. On SIGHUP Mosquitto reads them again without ending connections that may continue.
 */
import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ListedTopics } from './acl-topics.ts';

export type MosquittoUser = {
  name: string;
  password: string;
  topics: ListedTopics;
};

export type MosquittoFiles = {
  /** The names of all users in the last written files. */
  names(): Promise<readonly string[]>;
  /** Rejects if the folder cannot be written. */
  write(users: readonly MosquittoUser[]): Promise<void>;
  /** Makes Mosquitto read the files again. False: the file `mosquitto.pid` names no running Mosquitto. */
  reload(): Promise<boolean>;
};

export function createMosquittoFiles(folder: string): MosquittoFiles {
  let lines = new Map<string, string>();
  const at = (name: string) => join(folder, name);

  /** Replaces the file atomically, because the broker may read it at any moment. */
  async function replace(name: string, text: string): Promise<void> {
    await writeFile(at(`${name}.new`), text, { mode: 0o600 });
    await rename(at(`${name}.new`), at(name));
  }

  return {
    async names() {
      const text = await readFile(at('passwords'), 'utf8').catch(ifMissing(''));
      return text.split('\n').flatMap((line) => line.split(':', 1).filter(Boolean));
    },
    async write(users) {
      const before = lines;
      lines = new Map();
      for (const { name, password } of users)
        lines.set(name, before.get(name) ?? passwordLine(name, password));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replace('passwords', [...lines.values(), ''].join('\n'));
      await replace('acl', users.map(aclOf).join('\n'));
    },
    async reload() {
      const beganAt = performance.now();
      while (performance.now() - beganAt < START_TIMEOUT_MS) {
        const pid = Number(await readFile(at('mosquitto.pid'), 'utf8').catch(ifMissing('')));
        const state = await stateOf(pid);
        if (state === undefined) return false;
        if (state === 'ready') {
          process.kill(pid, 'SIGHUP');
          return true;
        }
        await wait(POLL_INTERVAL_MS, undefined, { ref: false });
      }
      return false;
    },
  };
}

/**
 * Checks the process before the signal: the id may belong to another program by now, and a SIGHUP would end a
 * Mosquitto without its signal handlers. Undefined: no Mosquitto runs.
 */
async function stateOf(pid: number): Promise<'ready' | 'starting' | undefined> {
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(ifMissing(''));
  const read = (name: string) => new RegExp(`^${name}:\\s*(\\S+)$`, 'm').exec(status)?.[1];
  if (read('Name') !== 'mosquitto') return undefined;
  // A hexadecimal mask; its lowest bit is signal 1, SIGHUP.
  const caught = Number.parseInt(read('SigCgt')?.at(-1) ?? '0', 16);
  return caught % 2 === 1 ? 'ready' : 'starting';
}

const POLL_INTERVAL_MS = 20;
/** A Mosquitto that handles no signals by then reads the files itself when it starts. */
const START_TIMEOUT_MS = 5_000;

const aclOf = ({ name, topics }: MosquittoUser): string =>
  [
    `user ${name}`,
    ...topics.publish.map((topic) => `topic write ${topic}`),
    ...topics.subscribe.map((topic) => `topic read ${topic}`),
    '',
  ].join('\n');

/** In Mosquitto's format. One round is enough, because the passwords are random and cannot be guessed. */
function passwordLine(name: string, password: string): string {
  const salt = randomBytes(12);
  const hash = pbkdf2Sync(password, salt, 1, 64, 'sha512');
  return `${name}:$7$1$${salt.toString('base64')}$${hash.toString('base64')}`;
}

const ifMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return instead;
    throw error;
  };
