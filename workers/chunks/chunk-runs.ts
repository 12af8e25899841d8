/** The transfer runs of this worker. Several run at once, each over its own channel. */

import type { Clock } from '#protocol/clock.ts';
import type { ChannelHandle, ChunksWorker } from '#protocol/threads/chunks-worker.ts';
import { fromBlob } from '#protocol/transfer/blob-source.ts';
import type { TransferChannel } from '#protocol/transfer/channel.ts';
import { sha256 } from '#protocol/transfer/digest.ts';
import type { FileOffer } from '#protocol/transfer/files.ts';
import { receiveFiles } from '#protocol/transfer/receive-files.ts';
import { sendFiles } from '#protocol/transfer/send-files.ts';
import type { TransferEvents, TransferRun } from '#protocol/transfer/transfer-run.ts';
import type { ChunkFiles } from './chunk-files.ts';

export type ChunkRunsDeps = {
  files: ChunkFiles;
  clock: Pick<Clock, 'now' | 'after'>;
  channelOf(handle: ChannelHandle): TransferChannel;
};

/** The calls of `ChunksWorker`; `send` and `receive` resolve after the last event of their run. */
export function createChunkRuns({ files, clock, channelOf }: ChunkRunsDeps): Omit<ChunksWorker, 'lifeLock'> {
  const runs = new Map<string, TransferRun>();
  /** The run that receives each file, by the file's key; `number` increases with every run. */
  const receivers = new Map<string, { run: TransferRun; number: number }>();
  let begun = 0;
  let channels = 0;

  function begin(
    runId: string,
    handle: ChannelHandle,
    start: (channel: TransferChannel) => TransferRun,
  ): TransferRun {
    const channel = channelOf(handle);
    channels += 1;
    channel.onClose(() => {
      channels -= 1;
    });
    if (runs.has(runId)) {
      channel.close();
      throw new Error(`There is a run ${runId} already.`);
    }
    const run = start(channel);
    runs.set(runId, run);
    return run;
  }

  /**
   * Opens the sink of an incoming file. If an older run still receives this file, its sender has abandoned
   * it. The older run is paused first, so that its chunks are stored and the new run resumes after them.
   */
  async function take(key: string, offer: FileOffer, receiver: { run: TransferRun; number: number }) {
    const before = receivers.get(key);
    if (before !== undefined && before.number < receiver.number) {
      before.run.stop('pause');
      await before.run.ended;
    }
    receivers.set(key, receiver);
    return files.open(key, offer);
  }

  /** Written out because spreading a Comlink proxy copies none of its functions. */
  const eventsOf = (runId: string, events: TransferEvents): TransferEvents => ({
    progress: (fileId, bytes) => events.progress(fileId, bytes),
    working: () => events.working?.(),
    fileEnded: (fileId, end) => events.fileEnded(fileId, end),
    ended(end) {
      // The owner may start the run again immediately.
      runs.delete(runId);
      events.ended(end);
    },
  });

  return {
    async send(runId, handle, sent, events) {
      const sources = sent.map(fromBlob);
      const run = begin(runId, handle, (channel) =>
        sendFiles(channel, sources, { digest: sha256, clock, events: eventsOf(runId, events) }),
      );
      await run.ended;
      return run.refused();
    },
    async receive(runId, handle, expected, events) {
      const keys = new Map(expected.map(({ id, key }) => [id, key]));
      const keyOf = (id: string) => keys.get(id) ?? id;
      const runEvents = eventsOf(runId, events);
      begun += 1;
      const number = begun;
      const run: TransferRun = begin(runId, handle, (channel) =>
        receiveFiles(channel, expected, {
          open: (offer) => take(keyOf(offer.id), offer, { run, number }),
          digest: sha256,
          clock,
          events: {
            ...runEvents,
            offered: (offer) => events.offered(offer),
            fileEnded(id, end) {
              if (receivers.get(keyOf(id))?.number === number) receivers.delete(keyOf(id));
              runEvents.fileEnded(id, end);
            },
          },
        }),
      );
      await run.ended;
      return run.refused();
    },
    async stop(runId, how) {
      const run = runs.get(runId);
      run?.stop(how);
      await run?.ended;
    },
    open: files.whole,
    kept: files.kept,
    discard: files.discard,
    retain: files.retain,
    counts: async () => ({ runs: runs.size, openFiles: files.openFiles(), channels }),
  };
}
