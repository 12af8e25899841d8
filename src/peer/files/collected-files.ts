/** What collects leave on this computer: chunks on disk, the note of them in the database, and the download at the end. */

import { uniqueFileNames } from '#domain/files/file-name.ts';
import type { Clock } from '#protocol/clock.ts';
import type { ZippedFile } from '../../ui/zip-files.ts';
import type { ChunkRuns } from './chunk-runs.ts';
import { collectedZipName } from './collected-names.ts';
import type { KeptCollect, KeptCollects } from './kept-collects.ts';

/** The browser copies a finished file out of this origin's own storage; how long that takes it does not say. */
const DOWNLOAD_MS = 600_000;

export type CollectedFilesDeps = {
  kept: Pick<KeptCollects, 'put' | 'delete' | 'claim' | 'close'>;
  chunks: Pick<ChunkRuns, 'open' | 'kept' | 'discard'>;
  clock: Clock;
  /** Hands it to the browser's downloads. */
  save(file: Blob, name: string): void;
  /** `onFile`: how many have been read. Rejects where there is no room. */
  zip(files: readonly ZippedFile[], onFile: (count: number) => void): Promise<Blob>;
};

type Told = {
  /** What was downloaded is not here any more. */
  dropped(key: string): void;
  /** Files are being put into one; undefined: that has ended. */
  packing(progress: Packing | undefined): void;
};

export type Packing = { done: number; count: number };

/** `bytes`: of one that is not whole, those on disk. One with `finishedAt` is whole, and here. */
export type TakenOver = KeptCollect & { bytes: number };

/** Several files in one, where the browser has room for that. */
async function saveTogether(
  files: readonly { name: string; bytes: Blob }[],
  { save, zip, packing, clock }: CollectedFilesDeps & Told,
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

/** Nothing here throws: where storage is blocked, a collect cannot go on after a reload, and that is all. */
export function createCollectedFiles(deps: CollectedFilesDeps & Told) {
  const { kept, chunks, clock, dropped } = deps;
  /** By key, what was downloaded and is still here, and what ends its time. */
  const copies = new Map<string, { collect: KeptCollect; stopTimer: () => void }>();
  /** By key, what is being done about it: one thing after the other, or a retry loses what the drop before it takes. */
  const turns = new Map<string, Promise<void>>();

  function inTurn(key: string, step: () => Promise<void>): Promise<void> {
    const turn = (turns.get(key) ?? Promise.resolve()).then(step);
    turns.set(key, turn);
    void turn.finally(() => {
      if (turns.get(key) === turn) turns.delete(key);
    });
    return turn;
  }

  /** Resolves when it is kept, and nothing of an earlier attempt is being removed any more. */
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

  /** A clock that was set back makes nothing stay for longer. */
  const leftMs = (finishedAt: number) => Math.min(DOWNLOAD_MS, finishedAt + DOWNLOAD_MS - clock.now());

  function dropIn(collect: KeptCollect, waitMs: number): void {
    const { key } = collect;
    copies.get(key)?.stopTimer();
    const stopTimer = clock.after(waitMs, () => {
      dropped(key);
      void drop(key);
    });
    copies.set(key, { collect, stopTimer });
  }

  /** Those whose time is over, or that the browser has cleared away, are not. */
  async function isHere({ key, finishedAt }: KeptCollect): Promise<boolean> {
    if (finishedAt === undefined) return true;
    return leftMs(finishedAt) > 0 && (await chunks.open(key)) !== undefined;
  }

  async function takeOverOf(claimed: readonly KeptCollect[]): Promise<TakenOver[]> {
    const onDisk = await chunks.kept();
    const here = await Promise.all(claimed.map(isHere));
    // Nothing is waited for from here on: none may go before it is shown.
    const taken: TakenOver[] = [];
    for (const [at, collect] of claimed.entries()) {
      const { key, finishedAt, isCleared, isWhole } = collect;
      if (here[at] !== true) {
        void drop(key);
        continue;
      }
      if (finishedAt !== undefined) dropIn(collect, leftMs(finishedAt));
      else if (isWhole === true) dropIn(collect, DOWNLOAD_MS);
      if (isCleared !== true) taken.push({ ...collect, bytes: onDisk.get(key) ?? 0 });
    }
    return taken;
  }

  return {
    note,
    drop,
    /**
     * Gives whole files to the browser, as often as it is asked to: one as it is, several in a zip, because a browser asks
     * people before it takes a second download. Answers the keys of those that are not here.
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
        dropIn(finished, DOWNLOAD_MS);
        void note(finished);
      }
      await Promise.all(collects.map(({ key }) => turns.get(key)));
      return missing;
    },
    /** The copy is not offered after a reload. It goes in time, as the browser may still be reading it. */
    async hide(key: string): Promise<void> {
      const copy = copies.get(key);
      if (copy) await note({ ...copy.collect, isCleared: true });
    },
    /** Takes over what a tab that is gone could not finish, and what it has finished and is still here. */
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
