/** What collects leave on this computer: chunks on disk, the note of them in the database, and the download at the end. */
import type { Clock } from '../../session/clock.ts';
import type { ChunkRuns } from './chunk-runs.ts';
import type { KeptCollect, KeptCollects } from './kept-collects.ts';

/** The browser copies a finished file out of this origin's own storage; how long that takes it does not say. */
const DOWNLOAD_MS = 600_000;

export type CollectedFilesDeps = {
  kept: Pick<KeptCollects, 'put' | 'delete' | 'claim' | 'close'>;
  chunks: Pick<ChunkRuns, 'open' | 'kept' | 'discard'>;
  clock: Clock;
  /** Hands it to the browser's downloads. */
  save(file: File, name: string): void;
};

/** `dropped`: what was downloaded is not here any more. */
type Told = { dropped(key: string): void };

/** Nothing here throws: where storage is blocked, a collect cannot go on after a reload, and that is all. */
export function createCollectedFiles({ kept, chunks, clock, save, dropped }: CollectedFilesDeps & Told) {
  const timers = new Map<string, () => void>();
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

  const drop = (key: string): Promise<void> =>
    inTurn(key, async () => {
      try {
        await chunks.discard(key);
        await kept.delete(key);
      } catch (error) {
        console.warn('a part of a file stays on this computer', error);
      }
    });

  function dropIn(key: string, waitMs: number): void {
    timers.get(key)?.();
    const stop = clock.after(waitMs, () => {
      timers.delete(key);
      dropped(key);
      void drop(key);
    });
    timers.set(key, stop);
  }

  return {
    note,
    drop,
    /** Gives a whole file to the browser, as often as it is asked to; false where there is none. */
    async download(collect: KeptCollect): Promise<boolean> {
      const file = await chunks.open(collect.key).catch(() => undefined);
      if (file === undefined) {
        await drop(collect.key);
        return false;
      }
      save(file, collect.saveName ?? collect.file.fileName);
      dropIn(collect.key, DOWNLOAD_MS);
      await note({ ...collect, finishedAt: clock.nowMs() });
      return true;
    },
    /** Takes over what a tab that is gone could not finish. `bytes`: of them on disk. */
    async takeOver(): Promise<readonly (KeptCollect & { bytes: number })[]> {
      try {
        const claimed = await kept.claim();
        if (claimed.length === 0) return [];
        for (const { key, finishedAt } of claimed) {
          if (finishedAt !== undefined) dropIn(key, Math.max(0, finishedAt + DOWNLOAD_MS - clock.nowMs()));
        }
        const onDisk = await chunks.kept();
        return claimed
          .filter(({ finishedAt }) => finishedAt === undefined)
          .map((collect) => ({ ...collect, bytes: onDisk.get(collect.key) ?? 0 }));
      } catch (error) {
        console.warn('unfinished collects', error);
        return [];
      }
    },
    async end(): Promise<void> {
      for (const stop of timers.values()) stop();
      timers.clear();
      await Promise.all(turns.values());
      await kept.close();
    },
  };
}
