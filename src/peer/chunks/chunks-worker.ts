/** This tab's chunks worker: started when a file is first sent or received, ended when none has been for a minute. */
import * as Comlink from 'comlink';
import type { ChunksWorker, TransferEvents } from '#protocol/chunks-worker.ts';
import { handleOf as handleOfChannel } from '#protocol/transfer/channel-handle.ts';
import type { FileOffer } from '#protocol/transfer/files.ts';
import { createIdleDoor } from '#protocol/transfer/idle-door.ts';

const IDLE_MS = 60_000;
/** `lectern.files` = `bridged` in local storage keeps channels in the tab, for tests and for support. */
const BRIDGE_KEY = 'lectern.files';

/** What it calls when the worker broke and can tell nothing any more, by run. */
const brokenRuns = new Map<string, () => void>();
/** Questions without an answer so far: Comlink never answers for a worker that has ended. */
const asked = new Set<(error: Error) => void>();

const door = createIdleDoor<Comlink.Remote<ChunksWorker>>({
  start(onFailed) {
    const worker = new Worker(new URL('../../../workers/chunks/main.ts', import.meta.url), {
      name: 'lectern-chunks',
      type: 'module',
    });
    worker.addEventListener('error', () => {
      onFailed();
      for (const tell of [...brokenRuns.values()]) tell();
      for (const reject of [...asked]) reject(new Error('The worker of files has ended.'));
    });
    const face = Comlink.wrap<ChunksWorker>(worker);
    return {
      face,
      end() {
        face[Comlink.releaseProxy]();
        worker.terminate();
      },
    };
  },
  async isIdle(face) {
    return (await face.counts()).runs === 0;
  },
  clock: {
    now: () => Date.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  },
  idleMs: IDLE_MS,
});

/** Do not keep it: it is another one after a pause. */
const chunksWorker = (): Comlink.Remote<ChunksWorker> => door.use();

function ask<T>(call: (worker: Comlink.Remote<ChunksWorker>) => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    asked.add(reject);
    call(chunksWorker())
      .then(resolve, reject)
      .finally(() => asked.delete(reject));
  });
}

/** `transfer` goes with the handle (`Comlink.transfer`). The channel cannot be used here afterwards. */
const handleOf = (channel: RTCDataChannel) =>
  handleOfChannel(channel, { bridged: localStorage.getItem(BRIDGE_KEY) === 'bridged' });

/** Each event until `ended`, which comes once, also where the worker breaks. */
function follow(runId: string, events: TransferEvents & { offered?(offer: FileOffer): void }) {
  let isOver = false;
  const followed = {
    offered: (offer: FileOffer) => events.offered?.(offer),
    progress: (fileId: string, bytes: number) => events.progress(fileId, bytes),
    fileEnded: (...[fileId, end]: Parameters<TransferEvents['fileEnded']>) => events.fileEnded(fileId, end),
    ended(end: Parameters<TransferEvents['ended']>[0]) {
      if (isOver) return;
      isOver = true;
      brokenRuns.delete(runId);
      events.ended(end);
    },
  };
  brokenRuns.set(runId, () => followed.ended('broken'));
  return followed;
}

function fail(followed: TransferEvents, error: unknown) {
  console.warn('[files] A transfer could not be run.', error);
  followed.ended('broken');
}

/** `ChunksWorker` for who has a channel and plain functions. Nothing rejects but `open`, `kept` and `discard`. */
export const fileChunks = {
  /** Takes the channel at once, open or not. */
  send(
    runId: string,
    channel: RTCDataChannel,
    files: Parameters<ChunksWorker['send']>[2],
    events: TransferEvents,
  ): void {
    const { handle, transfer } = handleOf(channel);
    const followed = follow(runId, events);
    chunksWorker()
      .send(runId, Comlink.transfer(handle, transfer), files, Comlink.proxy(followed))
      .catch((error: unknown) => fail(followed, error));
  },
  receive(
    runId: string,
    channel: RTCDataChannel,
    expected: Parameters<ChunksWorker['receive']>[2],
    events: TransferEvents & { offered?(offer: FileOffer): void },
  ): void {
    const { handle, transfer } = handleOf(channel);
    const followed = follow(runId, events);
    chunksWorker()
      .receive(runId, Comlink.transfer(handle, transfer), expected, Comlink.proxy(followed))
      .catch((error: unknown) => fail(followed, error));
  },
  async stop(runId: string, how: Parameters<ChunksWorker['stop']>[1]): Promise<void> {
    if (!brokenRuns.has(runId)) return;
    await ask((worker) => worker.stop(runId, how)).catch(() => {});
  },
  open: (key: string): Promise<File | undefined> => ask((worker) => worker.open(key)),
  /** Bytes on disk of what is unfinished, by key. */
  async kept(): Promise<ReadonlyMap<string, number>> {
    return new Map((await ask((worker) => worker.kept())).map(({ key, bytes }) => [key, bytes]));
  },
  discard: (key: string): Promise<void> => ask((worker) => worker.discard(key)),
};
