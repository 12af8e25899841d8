/** Local data of collected files: chunks on disk, their entries in the database, and the final download. */

import { uniqueFileNames } from '#domain/files/file-name.ts';
import type { Clock } from '#protocol/clock.ts';
import type { ZippedFile } from '#ui/zip-files.ts';
import type { ChunkRuns } from './chunk-runs.ts';
import { collectedZipName } from './collected-names.ts';
import type { KeptCollect, KeptCollects } from './kept-collects.ts';

/** How long a copy stays, because the browser copies it and does not report when it has finished. */
const RETENTION_MS = 600_000;

export type CollectedFilesDeps = {
  kept: Pick<KeptCollects, 'put' | 'delete' | 'claim' | 'close'>;
  chunks: Pick<ChunkRuns, 'open' | 'kept' | 'discard'>;
  clock: Clock;
  /** Saves the file to the browser's downloads. */
  save(file: Blob, name: string): void;
  /** `onFile`: called with the number of files read. Rejects if there is no room. */
  zip(files: readonly ZippedFile[], onFile: (count: number) => void): Promise<Blob>;
};

type CollectedFilesEvents = {
  /** A downloaded file was removed from this computer. */
  dropped(key: string): void;
  /** Progress of zipping several files; undefined when it has ended. */
  packing(progress: Packing | undefined): void;
};

export type Packing = { done: number; count: number };

/** `bytes`: bytes on disk of an incomplete file. An entry with `finishedAt` is complete and still stored. */
export type TakenOver = KeptCollect & { bytes: number };

/** Saves several files as one zip if the browser has room for it, otherwise one by one. */
async function saveTogether(
  files: readonly { name: string; bytes: Blob }[],
  { save, zip, packing, clock }: CollectedFilesDeps & CollectedFilesEvents,
): Promise<void> {
  const saveEach = () => {
    for (const { name, bytes } of files) save(bytes, name);
  };
  if (files.length < 2) return saveEach();
  const names = uniqueFileNames(files.map(({ name }) => name));
  const named = files.map(({ bytes }, at) => ({ name: names[at] ?? '', bytes }));
  try {
    const report = (done: number) => packing({ done, count: files.length });
    save(await zip(named, report), collectedZipName(clock.now()));
  } catch (error) {
    console.warn('the files do not come in one', error);
    saveEach();
  } finally {
    packing(undefined);
  }
}

/** Never throws: if storage is blocked, a collect cannot resume after a reload, but works otherwise. */
export function createCollectedFiles(deps: CollectedFilesDeps & CollectedFilesEvents) {
  const { kept, chunks, clock, dropped } = deps;
  /** Downloaded files that are still stored, by key, with the timer that removes them. */
  const copies = new Map<string, { collect: KeptCollect; stopTimer: () => void }>();
  /** Pending steps by key, run one at a time, so that the removal of a dropped file spares its retry. */
  const turns = new Map<string, Promise<void>>();

  function inTurn(key: string, step: () => Promise<void>): Promise<void> {
    const turn = (turns.get(key) ?? Promise.resolve()).then(step);
    turns.set(key, turn);
    void turn.finally(() => {
      if (turns.get(key) === turn) turns.delete(key);
    });
    return turn;
  }

  /** Resolves when the entry is stored and any removal of an earlier attempt has finished. */
  const note = (collect: KeptCollect): Promise<void> =>
    inTurn(collect.key, () =>
      kept.put(collect).catch((error: unknown) => console.warn('a collect is not kept', error)),
    );

  const drop = (key: string): Promise<void> => {
    copies.get(key)?.stopTimer();
    copies.delete(key);
    return inTurn(key, async () => {
      try {
        await chunks.discard(key);
        await kept.delete(key);
      } catch (error) {
        console.warn('a part of a file stays on this computer', error);
      }
    });
  };

  /** Capped, so that a clock set back does not extend the time. */
  const leftMs = (finishedAt: number) => Math.min(RETENTION_MS, finishedAt + RETENTION_MS - clock.now());

  function dropIn(collect: KeptCollect, waitMs: number): void {
    const { key } = collect;
    copies.get(key)?.stopTimer();
    const stopTimer = clock.after(waitMs, () => {
      dropped(key);
      void drop(key);
    });
    copies.set(key, { collect, stopTimer });
  }

  /** Whether an entry is still usable: not expired, and not cleared by the browser. */
  async function isHere({ key, finishedAt }: KeptCollect): Promise<boolean> {
    if (finishedAt === undefined) return true;
    return leftMs(finishedAt) > 0 && (await chunks.open(key)) !== undefined;
  }

  async function takeOverOf(claimed: readonly KeptCollect[]): Promise<TakenOver[]> {
    const onDisk = await chunks.kept();
    const here = await Promise.all(claimed.map(isHere));
    // No awaits from here on, because a timer could remove an entry before it is shown.
    const taken: TakenOver[] = [];
    for (const [at, collect] of claimed.entries()) {
      const { key, finishedAt, isCleared, isWhole } = collect;
      if (here[at] !== true) {
        void drop(key);
        continue;
      }
      if (finishedAt !== undefined) dropIn(collect, leftMs(finishedAt));
      else if (isWhole === true) dropIn(collect, RETENTION_MS);
      if (isCleared !== true) taken.push({ ...collect, bytes: onDisk.get(key) ?? 0 });
    }
    return taken;
  }

  return {
    note,
    drop,
    /**
     * Saves complete files to the browser's downloads, repeatedly if requested. Several files go into a zip,
     * because browsers ask before a second download. Returns the keys of files that are no longer stored.
     */
    async download(collects: readonly KeptCollect[]): Promise<ReadonlySet<string>> {
      const opened = await Promise.all(
        collects.map(async (collect) => ({
          collect,
          file: await chunks.open(collect.key).catch(() => undefined),
        })),
      );
      const files = opened.flatMap(({ collect, file }) =>
        file === undefined ? [] : [{ name: collect.saveName ?? collect.file.fileName, bytes: file }],
      );
      await saveTogether(files, deps);
      const missing = new Set<string>();
      for (const { collect, file } of opened) {
        if (file === undefined) {
          missing.add(collect.key);
          void drop(collect.key);
          continue;
        }
        const finished = { ...collect, finishedAt: clock.now() };
        dropIn(finished, RETENTION_MS);
        void note(finished);
      }
      await Promise.all(collects.map(({ key }) => turns.get(key)));
      return missing;
    },
    /** Hides the copy after a reload. A timer removes it, because the browser may still be reading it. */
    async hide(key: string): Promise<void> {
      const copy = copies.get(key);
      if (copy) await note({ ...copy.collect, isCleared: true });
    },
    /** Takes over entries of closed tabs: unfinished collects, and finished ones that are still stored. */
    async takeOver(): Promise<readonly TakenOver[]> {
      try {
        const claimed = await kept.claim();
        return claimed.length === 0 ? [] : await takeOverOf(claimed);
      } catch (error) {
        console.warn('unfinished collects', error);
        return [];
      }
    },
    async end(): Promise<void> {
      for (const { stopTimer } of copies.values()) stopTimer();
      copies.clear();
      await Promise.all(turns.values());
      await kept.close();
    },
  };
}
