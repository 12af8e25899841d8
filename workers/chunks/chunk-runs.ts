/** The runs of this worker: several at once, each with its own channel. */
import type { ChannelHandle, ChunksWorker, TransferEvents } from '#protocol/chunks-worker.ts';
import { fromBlob } from '#protocol/transfer/blob-source.ts';
import type { TransferChannel } from '#protocol/transfer/channel.ts';
import { sha256 } from '#protocol/transfer/digest.ts';
import type { FileOffer } from '#protocol/transfer/files.ts';
import { receiveFiles } from '#protocol/transfer/receive-files.ts';
import { sendFiles } from '#protocol/transfer/send-files.ts';
import type { TransferClock, TransferRun } from '#protocol/transfer/transfer-run.ts';
import type { ChunkFiles } from './chunk-files.ts';

export type ChunkRunsDeps = {
  files: ChunkFiles;
  clock: TransferClock;
  channelOf(handle: ChannelHandle): TransferChannel;
};

/** Each of `ChunksWorker`; `send` and `receive` resolve when their run is over, after its last event. */
export function createChunkRuns({ files, clock, channelOf }: ChunkRunsDeps): ChunksWorker {
  const runs = new Map<string, TransferRun>();
  let channels = 0;

  function begin(runId: string, handle: ChannelHandle, start: (channel: TransferChannel) => TransferRun) {
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
    return run.ended;
  }

  /** The functions of a proxy are made when they are called: it cannot be spread. */
  const eventsOf = (runId: string, events: TransferEvents): TransferEvents => ({
    progress: (fileId, bytes) => events.progress(fileId, bytes),
    fileEnded: (fileId, end) => events.fileEnded(fileId, end),
    ended(end) {
      // Its owner may begin it again at once.
      runs.delete(runId);
      events.ended(end);
    },
  });

  return {
    async send(runId, handle, sent, events) {
      const sources = sent.map(fromBlob);
      await begin(runId, handle, (channel) =>
        sendFiles(channel, sources, { digest: sha256, clock, events: eventsOf(runId, events) }),
      );
    },
    async receive(runId, handle, expected, events) {
      const keys = new Map(expected.map(({ id, key }) => [id, key]));
      const open = (offer: FileOffer) => files.open(keys.get(offer.id) ?? offer.id, offer);
      await begin(runId, handle, (channel) =>
        receiveFiles(channel, expected, {
          open,
          digest: sha256,
          clock,
          events: { ...eventsOf(runId, events), offered: (offer) => events.offered(offer) },
        }),
      );
    },
    async stop(runId, how) {
      const run = runs.get(runId);
      run?.stop(how);
      await run?.ended;
    },
    open: files.whole,
    kept: files.kept,
    discard: files.discard,
    counts: async () => ({ runs: runs.size, openFiles: files.openFiles(), channels }),
  };
}
