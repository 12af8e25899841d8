/** The two kinds of call: sending files to a device, and collecting one from it. */
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import type { ChunkRuns } from './chunk-runs.ts';
import type { FileCall } from './file-call.ts';
import type { ExchangeTarget } from './file-record.ts';

/** Tolerance for a file that grew after it was listed. */
const GROWTH_BYTES = 64 * 1_024 * 1_024;

export function sendCall(
  { chunks }: { chunks: ChunkRuns },
  send: { target: ExchangeTarget; files: readonly { id: string; file: File }[]; folder: string },
): FileCall {
  const { recipient } = send.target;
  return {
    client: recipient,
    fileIds: send.files.map(({ id }) => id),
    ask: (act, peerId) =>
      act({
        action: 'transferFiles',
        parameters: {
          files: send.files.map(({ id, file }) => ({ id, name: file.name, size: file.size })),
          filePath: send.folder,
          peerId,
        },
        audience: { clients: [recipient] },
      }),
    run({ runId, channel, events }) {
      const files = send.files.map(({ id, file }) => ({
        id,
        file,
        name: file.name,
        version: `${file.size} ${file.lastModified}`,
      }));
      chunks.send(runId, channel, files, events);
    },
    onCancel: 'cancel',
  };
}

export function collectCall(
  { chunks }: { chunks: ChunkRuns },
  collect: { target: ExchangeTarget; file: RetrievedFile; key: string; ready: Promise<void> },
): FileCall {
  const { target, file, key, ready } = collect;
  const { fileName, location, size } = file;
  return {
    client: target.recipient,
    fileIds: [key],
    ready,
    ask: (act, peerId) =>
      act({
        action: 'collectFiles',
        parameters: { selectedFile: { fileName, location, size }, peerId },
        audience: { clients: [target.recipient] },
      }),
    run({ runId, reference, channel, events }) {
      // The device names the file by the call's reference, this side by its key, which outlives the call.
      chunks.receive(runId, channel, [{ id: reference, key, maxBytes: size + GROWTH_BYTES }], {
        ...events,
        progress: (_, bytes) => events.progress(key, bytes),
        fileEnded: (_, end) => events.fileEnded(key, end),
      });
    },
    onCancel: 'discard',
  };
}
