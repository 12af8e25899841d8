/**
 * Writes `security.log` and `security-warnings.log` in the data folder, which only its owner can read. A full
 * file is renamed to `security.log.1`, that one to `security.log.2` and so on, and the oldest is removed.
 * Warnings are in a second file too, because a flood of enrolments fills the first one.
 */
import { appendFile, chmod, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export type SecurityLogFile = {
  /** Queues a line, without its line end. */
  append(line: string): void;
  /** Resolves when every line is written. */
  close(): Promise<void>;
};

export type SecurityLogName = 'security.log' | 'security-warnings.log';

const OLD_FILES = 4;
const MAX_BYTES = 8 * 1024 * 1024;

/** `failed` is called if lines cannot be written. Those lines are lost. */
export async function openSecurityLogFile(
  dataDir: string,
  failed: (error: unknown) => void,
  { maxBytes = MAX_BYTES, name = 'security.log' }: { maxBytes?: number; name?: SecurityLogName } = {},
): Promise<SecurityLogFile> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, name);
  let bytes = await sizeOf(file);
  // A file that was created by hand or restored from a copy may be readable by others.
  await ifExists(chmod(file, 0o600));
  let waiting: string[] = [];
  let writing: Promise<void> | undefined;

  async function rotate(): Promise<void> {
    await rm(`${file}.${OLD_FILES}`, { force: true });
    for (let n = OLD_FILES - 1; n >= 1; n -= 1) await moveIfExists(`${file}.${n}`, `${file}.${n + 1}`);
    await moveIfExists(file, `${file}.1`);
    bytes = 0;
  }

  const isFull = (text: string) => bytes > 0 && bytes + Buffer.byteLength(text) > maxBytes;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const text = waiting.map((line) => `${line}\n`).join('');
      waiting = [];
      try {
        if (isFull(text)) {
          // Another process on this machine may have rotated it.
          bytes = await sizeOf(file);
          if (isFull(text)) await rotate();
        }
        await appendFile(file, text, { mode: 0o600 });
        bytes += Buffer.byteLength(text);
      } catch (error) {
        failed(error);
      }
    }
    writing = undefined;
  }

  return {
    append(line) {
      waiting.push(line);
      writing ??= writeAll();
    },
    async close() {
      await writing;
    },
  };
}

export type SecurityLogFiles = {
  /** Appends a line to `security.log`, and a line of level `warn` to `security-warnings.log` too. */
  append(line: string, level?: 'info' | 'warn'): void;
  close(): Promise<void>;
};

export async function openSecurityLogFiles(
  dataDir: string,
  failed: (error: unknown) => void,
  maxBytes = MAX_BYTES,
): Promise<SecurityLogFiles> {
  const all = await openSecurityLogFile(dataDir, failed, { maxBytes });
  const warnings = await openSecurityLogFile(dataDir, failed, { maxBytes, name: 'security-warnings.log' });
  return {
    append(line, level) {
      all.append(line);
      if (level === 'warn') warnings.append(line);
    },
    async close() {
      await Promise.all([all.close(), warnings.close()]);
    },
  };
}

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

const moveIfExists = (from: string, to: string) => ifExists(rename(from, to));

async function ifExists(work: Promise<void>): Promise<void> {
  await work.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
