/**
 * A page's end of its chunks worker. The worker starts with the first file, ends after some time without any,
 * and is replaced if it dies. Its transfers then break as with a lost connection, and can be resumed.
 */

import type { Clock } from '../clock.ts';
import type { ChannelHandle, ChunksWorker } from '../threads/chunks-worker.ts';
import { handleOf } from './channel-handle.ts';
import type { FileOffer } from './files.ts';
import { createIdleResource } from './idle-resource.ts';
import type { Refusal, Refusals } from './refusals.ts';
import type { StopHow, TransferEvents } from './transfer-run.ts';

type SentFile = Parameters<ChunksWorker['send']>[2][number];
type ExpectedFile = Parameters<ChunksWorker['receive']>[2][number];
export type ReceiveEvents = TransferEvents & { offered?(offer: FileOffer): void };

export type ChunksClientDeps = {
  /** A worker, and its functions as the page calls them. `onFailed`: it did not load, or has thrown. */
  start(onFailed: () => void): { face: ChunksWorker; end(): void };
  /** Marks objects that leave the page with a call, and callbacks (Comlink's own). */
  transfer<T extends object>(value: T, transfer: Transferable[]): T;
  proxy<T extends object>(value: T): T;
  /** Resolves when this Web Lock is free; rejects when `signal` ends the wait. */
  whenFree(lock: string, signal: AbortSignal): Promise<unknown>;
  /** Channels stay in the page: for tests and for support. */
  isBridged?(): boolean;
  clock: Pick<Clock, 'after'>;
  idleMs: number;
};

/** `ChunksWorker` for callers with a channel and plain functions. */
export type ChunksClient = {
  /** Takes the channel at once, open or not. `ended` is called once, with `broken` if the worker dies. */
  send(runId: string, channel: RTCDataChannel, files: readonly SentFile[], events: TransferEvents): void;
  receive(
    runId: string,
    channel: RTCDataChannel,
    expected: readonly ExpectedFile[],
    events: ReceiveEvents,
  ): void;
  /** Resolves when the run has released everything. Never rejects. */
  stop(runId: string, how: StopHow): Promise<void>;
  /** A received file that is complete. This and the next three reject if the worker dies. */
  open(key: string): Promise<File | undefined>;
  /** Bytes of unfinished files on disk, by key. */
  kept(): Promise<ReadonlyMap<string, number>>;
  discard(key: string): Promise<void>;
  /** Removes earlier complete files that have none of these keys. */
  retain(keys: readonly string[]): Promise<void>;
  /** Refusals of ended runs since the page was loaded. */
  refused(): Refusals;
  /** The page closes: all runs stop, and no event is sent any more. */
  end(): void;
};

export function createChunksClient(deps: ChunksClientDeps): ChunksClient {
  /** Events of the runs in progress, until the worker has sent the last one. */
  const runs = new Map<string, TransferEvents>();
  /** Calls without an answer so far. A worker that has ended sends none. */
  const pendingCalls = new Set<(error: Error) => void>();
  const refused: Partial<Record<Refusal, number>> = {};

  const idleWorker = createIdleResource<ChunksWorker>({
    clock: deps.clock,
    idleMs: deps.idleMs,
    isIdle: async (face) => runs.size + pendingCalls.size === 0 && (await face.counts()).runs === 0,
    start(onFailed) {
      let isOver = false;
      const watching = new AbortController();
      const fail = () => {
        if (isOver) return;
        onFailed();
        for (const events of [...runs.values()]) events.ended('broken');
        for (const reject of [...pendingCalls]) reject(new Error('The worker of files has ended.'));
      };
      const { face, end } = deps.start(fail);
      face
        .lifeLock()
        .then((lock) => deps.whenFree(lock, watching.signal))
        .then(fail, () => {});
      return {
        face,
        end() {
          isOver = true;
          watching.abort();
          end();
        },
      };
    },
  });

  function request<T>(call: (worker: ChunksWorker) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      pendingCalls.add(reject);
      call(idleWorker.use())
        .then(resolve, reject)
        .finally(() => pendingCalls.delete(reject));
    });
  }

  /** Passes on each event until `ended`, which comes once. */
  function follow(
    runId: string,
    events: ReceiveEvents,
  ): TransferEvents & { offered(offer: FileOffer): void } {
    const isOn = () => runs.get(runId) === followed;
    const followed = {
      offered: (offer: FileOffer) => {
        if (isOn()) events.offered?.(offer);
      },
      progress(fileId: string, bytes: number) {
        if (isOn()) events.progress(fileId, bytes);
      },
      working() {
        if (isOn()) events.working?.();
      },
      fileEnded(...[fileId, end]: Parameters<TransferEvents['fileEnded']>) {
        if (isOn()) events.fileEnded(fileId, end);
      },
      ended(end: Parameters<TransferEvents['ended']>[0]) {
        if (!isOn()) return;
        runs.delete(runId);
        events.ended(end);
      },
    };
    runs.set(runId, followed);
    return followed;
  }

  function count(more: Refusals): void {
    for (const [reason, times] of Object.entries(more) as [Refusal, number][])
      refused[reason] = (refused[reason] ?? 0) + times;
  }

  function run(
    runId: string,
    channel: RTCDataChannel,
    events: ReceiveEvents,
    call: (worker: ChunksWorker, handle: ChannelHandle, on: ReturnType<typeof follow>) => Promise<Refusals>,
  ): void {
    const { handle, transfer } = handleOf(channel, { bridged: deps.isBridged?.() === true });
    const followed = follow(runId, events);
    call(idleWorker.use(), deps.transfer(handle, transfer), deps.proxy(followed)).then(
      count,
      (error: unknown) => {
        console.warn('[files] A transfer could not be run.', error);
        followed.ended('broken');
      },
    );
  }

  return {
    send: (runId, channel, files, events) =>
      run(runId, channel, events, (worker, handle, on) => worker.send(runId, handle, files, on)),
    receive: (runId, channel, expected, events) =>
      run(runId, channel, events, (worker, handle, on) => worker.receive(runId, handle, expected, on)),
    async stop(runId, how) {
      if (!runs.has(runId)) return;
      await request((worker) => worker.stop(runId, how)).catch(() => {});
    },
    open: (key) => request((worker) => worker.open(key)),
    async kept() {
      return new Map((await request((worker) => worker.kept())).map(({ key, bytes }) => [key, bytes]));
    },
    discard: (key) => request((worker) => worker.discard(key)),
    retain: (keys) => request((worker) => worker.retain(keys)),
    refused: () => ({ ...refused }),
    end: idleWorker.end,
  };
}
