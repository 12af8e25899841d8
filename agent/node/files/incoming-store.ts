/**
 * Stores incoming files on disk. The bytes are in one file and the digests of complete chunks in another, so
 * that a transfer can resume. A complete file is moved to its folder under a free name.
 */
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileOffer, FileSink } from '#protocol/transfer/files.ts';
import { CHUNK_BYTES } from '#protocol/transfer/transfer.ts';
import { numberedName, safeName } from './safe-name.ts';

const DIGEST_LINE = /^[0-9a-f]{64}$/;
const MAX_OF_ONE_NAME = 10_000;
/** The number of complete files whose digests are cached. */
const MAX_FINISHED = 200;

export type StoredFile = {
  /** The path on this machine's disk. */
  path: string;
  name: string;
  /** In bytes. */
  size: number;
  /** The hexadecimal hash of the whole file. */
  sha256: string;
};

export function createIncomingStore(options: {
  /** The folder of unfinished files. */
  partsFolder: () => Promise<string>;
}) {
  const coming = new Set<string>();
  const finished = createFinishedFiles();

  return {
    /** The number of files that are being written. */
    openFiles: () => coming.size,
    /** Rejects if the disk is not writable or the same file is already arriving. */
    async sink(
      offer: FileOffer,
      to: { folder: string; onStored: (file: StoredFile) => void },
    ): Promise<FileSink> {
      const key = createHash('sha256').update(offer.id).digest('hex').slice(0, 32);
      if (coming.has(key)) throw new Error('The file is coming already');
      const whole = finished.sinkOf(offer);
      if (whole) return whole;
      coming.add(key);
      try {
        const sink = await openSink(await options.partsFolder(), key, offer, {
          ...to,
          onClosed: () => coming.delete(key),
        });
        return finished.follow(offer, sink);
      } catch (error) {
        coming.delete(key);
        throw error;
      }
    },
  };
}

/**
 * Caches complete files. If the connection breaks while several files are sent, complete ones are offered
 * again. They are not transferred or stored a second time.
 */
function createFinishedFiles() {
  const digestsOf = new Map<string, readonly Uint8Array[]>();
  const nameOf = ({ id, name, size, version }: FileOffer) => JSON.stringify([id, name, size, version]);
  const nothing = async () => {};

  return {
    sinkOf(offer: FileOffer): FileSink | undefined {
      const name = nameOf(offer);
      const digests = digestsOf.get(name);
      if (digests === undefined) return undefined;
      return {
        kept: [...digests],
        write: nothing,
        finish: nothing,
        pause: nothing,
        // The stored file is kept, and the next transfer is stored beside it.
        discard: async (why) => void (why === 'wrong' && digestsOf.delete(name)),
      };
    },
    /** Wraps `sink` so that its file is cached once it is complete. */
    follow(offer: FileOffer, sink: FileSink): FileSink {
      const digests = [...sink.kept];
      return {
        ...sink,
        async write(index, chunk, digest) {
          await sink.write(index, chunk, digest);
          digests[index] = new Uint8Array(digest);
        },
        async finish() {
          await sink.finish();
          digestsOf.set(nameOf(offer), digests);
          const [oldest] = digestsOf.keys();
          if (digestsOf.size > MAX_FINISHED && oldest !== undefined) digestsOf.delete(oldest);
        },
      };
    },
  };
}

async function openSink(
  parts: string,
  key: string,
  offer: FileOffer,
  to: { folder: string; onStored: (file: StoredFile) => void; onClosed: () => void },
): Promise<FileSink> {
  const bytesPath = join(parts, `${key}.part`);
  const digestsPath = join(parts, `${key}.digests`);
  const { name, size, version } = offer;
  const about = JSON.stringify({ name, size, version });
  const storedDigests = await keptDigests({ bytesPath, digestsPath, about });
  const hash = createHash('sha256');
  const bytes = await openAt(bytesPath, Math.min(storedDigests.length * CHUNK_BYTES, size), hash);
  const digests = await writeDigests(digestsPath, about, storedDigests).catch(async (error: unknown) => {
    await bytes.close();
    throw error;
  });
  let isOpen = true;

  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await Promise.allSettled([bytes.close(), digests.close()]);
    to.onClosed();
  };
  const remove = () => Promise.all([bytesPath, digestsPath].map((path) => rm(path, { force: true })));

  return {
    kept: storedDigests,
    async write(index, chunk, digest) {
      await writeAll(bytes, chunk, index * CHUNK_BYTES);
      hash.update(chunk);
      await digests.appendFile(`${Buffer.from(digest).toString('hex')}\n`);
    },
    async finish() {
      await close();
      await mkdir(to.folder, { recursive: true });
      const path = await moveToFreeName(bytesPath, to.folder, safeName(name));
      await rm(digestsPath, { force: true });
      to.onStored({ path: join(to.folder, path), name: path, size, sha256: hash.digest('hex') });
    },
    async discard() {
      await close();
      await remove();
    },
    pause: close,
  };
}

/** Returns none if the stored data belongs to another file. */
async function keptDigests(at: {
  bytesPath: string;
  digestsPath: string;
  about: string;
}): Promise<Uint8Array[]> {
  try {
    const [first, ...lines] = (await readFile(at.digestsPath, 'utf8')).split('\n');
    if (first !== at.about) return [];
    const { size } = await stat(at.bytesPath);
    const broken = lines.findIndex((line) => !DIGEST_LINE.test(line));
    const whole = broken < 0 ? lines : lines.slice(0, broken);
    const { size: expectedSize } = JSON.parse(at.about) as { size: number };
    // The last chunk of a file is shorter.
    const there = size >= expectedSize ? whole.length : Math.floor(size / CHUNK_BYTES);
    return whole.slice(0, there).map((line) => new Uint8Array(Buffer.from(line, 'hex')));
  } catch {
    return [];
  }
}

/** Opens the file, cut to the stored bytes, and adds those to the hash. */
async function openAt(path: string, keptBytes: number, hash: Hash): Promise<FileHandle> {
  const handle = await open(path, keptBytes > 0 ? 'r+' : 'w+');
  try {
    await handle.truncate(keptBytes);
    const slice = Buffer.alloc(CHUNK_BYTES);
    for (let at = 0; at < keptBytes; ) {
      const { bytesRead } = await handle.read(slice, 0, Math.min(slice.length, keptBytes - at), at);
      if (bytesRead === 0) throw new Error('The file is shorter than it was');
      hash.update(slice.subarray(0, bytesRead));
      at += bytesRead;
    }
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function writeDigests(
  path: string,
  about: string,
  digests: readonly Uint8Array[],
): Promise<FileHandle> {
  const handle = await open(path, 'w');
  const lines = [about, ...digests.map((digest) => Buffer.from(digest).toString('hex'))];
  await handle.appendFile(`${lines.join('\n')}\n`);
  return handle;
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let written = 0; written < bytes.byteLength; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.byteLength - written, at + written);
    written += bytesWritten;
  }
}

/** The name is reserved first, so that two concurrent files do not get the same one. */
async function moveToFreeName(from: string, folder: string, name: string): Promise<string> {
  for (let number = 1; number <= MAX_OF_ONE_NAME; number++) {
    const free = number === 1 ? name : numberedName(name, number);
    try {
      const taken = await open(join(folder, free), 'wx');
      await taken.close();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw error;
    }
    await rename(from, join(folder, free));
    return free;
  }
  throw new Error('There is no free name');
}
