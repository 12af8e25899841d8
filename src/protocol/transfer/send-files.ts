/** Sends files one after the other. */
import type { Clock } from '../clock.ts';
import type { TransferChannel } from './channel.ts';
import { createEnding } from './ending.ts';
import type { FileSource } from './files.ts';
import type { ControlMessage, Message } from './frames.ts';
import { createOutgoingFile, isFileAnswer, type OutgoingFile } from './outgoing-file.ts';
import { createChunkCarrier, sendFile } from './send-file.ts';
import type { TransferEnd } from './transfer.ts';
import { createProgress, type RunEvents, type StopHow, stopEnd, type TransferRun } from './transfer-run.ts';
import { openWire } from './wire.ts';

export type SendDeps = {
  digest(bytes: Uint8Array): Promise<Uint8Array>;
  clock: Pick<Clock, 'now' | 'after'>;
  events: RunEvents;
};

/** Sends these files to the device or tab at the other end, each from where it left off. */
export function sendFiles(
  channel: TransferChannel,
  files: readonly FileSource[],
  { digest, clock, events }: SendDeps,
): TransferRun {
  /** The file that is being sent. Only this one can be answered. */
  let current: OutgoingFile | undefined;
  let wake = () => {};
  const outgoing = files.map((source, number) => {
    const progress = createProgress(clock, events.progress);
    return createOutgoingFile(number, source, {
      progress: (bytes) => progress(source.id, bytes, source.size),
      ended(end) {
        events.fileEnded?.(source.id, end);
        wake();
      },
    });
  });

  const ending = createEnding({
    clock,
    close() {
      wire.end();
      wake();
    },
    onEnd: (end) => events.ended?.(end),
  });

  const wire = openWire({
    channel,
    clock,
    opened: () => void sendAll(),
    control: take,
    frame: () => wire.refuse('out-of-turn'),
    work() {
      // Both sides show only that work continues, not how far the sender has read.
      events.working?.();
      return { type: 'working' };
    },
    lost: (end) => {
      const awaited = ending.awaited();
      if (awaited !== undefined) return ending.finish(awaited);
      if (end !== 'broken') wire.sendControl({ type: 'bye', end });
      ending.finish(endAll(end));
    },
  });

  const carry = createChunkCarrier(channel, wire.send);

  /** Waits for the messages that `take` receives. Only `sendAll` waits, so there is one waiter. */
  async function until(condition: () => boolean): Promise<void> {
    while (!condition() && !ending.isOver()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  /** `done` if every ended file is; otherwise the end of the first that is not. */
  function overallEnd(): TransferEnd {
    const ends = outgoing.map((file) => file.end());
    return ends.find((end) => end !== undefined && end !== 'done') ?? 'done';
  }

  /** Ends all files that have not ended. Returns `end` if there were any. */
  function endAll(end: TransferEnd): TransferEnd {
    const isWhole = outgoing.every((file) => file.end() !== undefined);
    for (const file of outgoing) file.finish(end);
    return isWhole ? overallEnd() : end;
  }

  /** Sends the last message. Completed files need no answer, because the other side has sent everything. */
  function leave(end: TransferEnd) {
    if (!ending.isRunning()) return;
    ending.leave();
    wire.sendControl({ type: 'bye', end });
    if (end === 'done' || !channel.isOpen()) ending.finish(end);
    else ending.awaitLastMessage(end);
  }

  function take(message: ControlMessage) {
    if (message.type === 'bye') return takeBye(message);
    if (!ending.isRunning()) return;
    if (!isFileAnswer(message)) return wire.refuse('out-of-turn');
    const file = outgoing[message.file];
    if (file === undefined) return wire.refuse('unknown-file');
    // The receiver sent this answer before it knew that the file has ended here.
    if (file.end() !== undefined) return;
    if (file !== current || !file.take(message)) return wire.refuse('out-of-turn');
    wire.progressed();
    wake();
  }

  function takeBye({ end }: Message<'bye'>) {
    const awaited = ending.awaited();
    if (awaited !== undefined) return ending.finish(awaited);
    const unfinished = end === 'done' ? 'cancelled' : end;
    wire.sendControl({ type: 'bye', end });
    ending.finish(endAll(unfinished));
  }

  async function sendAll(): Promise<void> {
    for (const file of outgoing) {
      if (!ending.isRunning()) return;
      if (file.end() !== undefined) continue;
      current = file;
      try {
        await sendFile(file, { wire, digest, carry, until, isOver: ending.isOver });
      } catch {
        // Only reading can fail here.
        if (file.end() === undefined)
          wire.sendControl({ type: 'failed', file: file.number, end: 'unreadable' });
        file.finish('unreadable');
      }
    }
    leave(overallEnd());
  }

  wire.begin();

  return {
    ended: ending.ended,
    stop(how: StopHow) {
      if (ending.isRunning()) leave(endAll(stopEnd(how)));
    },
    refused: wire.refused,
  };
}
