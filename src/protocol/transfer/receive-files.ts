/** Receives the expected files, and no others. */
import type { TransferChannel } from './channel.ts';
import { createEnding } from './ending.ts';
import type { ExpectedFile } from './expected-files.ts';
import type { ControlMessage, Message } from './frames.ts';
import { createIncomingFiles, type IncomingFilesDeps, isFileMessage } from './incoming-files.ts';
import { type StopHow, stopEnd, type TransferRun } from './transfer-run.ts';
import { openWire } from './wire.ts';

export type ReceiveDeps = Pick<IncomingFilesDeps, 'open' | 'digest' | 'clock' | 'events'>;

/** Receives these files from the device or tab at the other end. */
export function receiveFiles(
  channel: TransferChannel,
  expected: readonly ExpectedFile[],
  deps: ReceiveDeps,
): TransferRun {
  const { clock, events } = deps;

  const ending = createEnding({
    clock,
    /** Closes the files before the end is reported, so that the same one can be opened again. */
    async close() {
      wire.end();
      await files.released();
    },
    onEnd: (end) => events.ended?.(end),
  });

  const wire = openWire({
    channel,
    clock,
    opened: () => {},
    control: take,
    frame: (frame) => files.takeFrame(frame),
    work: () => files.work(),
    lost: (end) => {
      if (!ending.isRunning()) return ending.finish(files.overallEnd());
      if (end !== 'broken') wire.sendControl({ type: 'bye', end });
      ending.leave();
      files.endAll(end);
      ending.finish(end);
    },
  });

  const files = createIncomingFiles(expected, {
    ...deps,
    wire,
    isRunning: ending.isRunning,
    // The last message is the sender's, who may have hung up already.
    allEnded: () => ending.awaitLastMessage(files.overallEnd()),
  });

  function take(message: ControlMessage) {
    if (message.type === 'bye') return takeBye(message);
    if (message.type === 'offer') return files.takeOffer(message);
    if (isFileMessage(message)) return files.take(message);
    if (message.type !== 'working') return wire.refuse('out-of-turn');
    wire.progressed();
    events.working?.();
  }

  function takeBye({ end }: Message<'bye'>) {
    const unfinished = end === 'done' ? 'cancelled' : end;
    const isWhole = files.haveEnded();
    if (!isWhole) {
      ending.leave();
      files.endAll(unfinished);
    }
    wire.sendControl({ type: 'bye', end });
    ending.finish(isWhole ? files.overallEnd() : unfinished);
  }

  wire.begin();
  if (expected.length === 0) ending.awaitLastMessage('done');

  return {
    ended: ending.ended,
    stop(how: StopHow) {
      if (!ending.isRunning()) return;
      const end = stopEnd(how);
      ending.leave();
      files.endAll(end, how === 'discard');
      if (!channel.isOpen()) return ending.finish(end);
      wire.sendControl({ type: 'bye', end });
      ending.awaitLastMessage(end);
    },
    refused: wire.refused,
  };
}
