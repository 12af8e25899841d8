/** One end of a file channel: sends messages, checks received ones, and notices silence. */
import type { Clock } from '../clock.ts';
import type { TransferChannel } from './channel.ts';
import { type ChunkFrame, type ControlMessage, encodeControl, parseControl, parseFrame } from './frames.ts';
import type { Refusal, Refusals } from './refusals.ts';
import type { TransferEnd } from './transfer.ts';

const HEARTBEAT_INTERVAL_MS = 5_000;
/** A transfer without any progress for this long has failed. */
const IDLE_TIMEOUT_MS = 15_000;
/** A peer that sends more invalid messages is not transferring files. */
const MAX_REFUSALS = 100;

export type WireDeps = {
  channel: TransferChannel;
  clock: Pick<Clock, 'now' | 'after'>;
  /** Messages can be sent now. */
  opened(): void;
  /** All messages except ping and pong. */
  control(message: ControlMessage): void;
  frame(frame: ChunkFrame): void;
  /** The message that reports work which the other side cannot see. */
  work(): ControlMessage | undefined;
  /** The transfer cannot continue: `broken`, `silent`, or `unexpected` after too many invalid messages. */
  lost(end: TransferEnd): void;
};

export type Wire = {
  /** Starts to listen. An open or closed channel is reported immediately. */
  begin(): void;
  /** Does nothing if the channel is closed, because `lost` reports that. */
  sendControl(message: ControlMessage): void;
  send(frame: Uint8Array): void;
  /** The transfer progressed. `working`: by work of this side that the other cannot see. */
  progressed(working?: boolean): void;
  refuse(reason: Refusal): void;
  refused(): Refusals;
  /** Closes the channel; no call follows. */
  end(): void;
};

export function openWire({ channel, clock, opened, control, frame, work, lost }: WireDeps): Wire {
  const refusals: Partial<Record<Refusal, number>> = {};
  let refusalCount = 0;
  let isOver = false;
  let receivedAt = clock.now();
  let progressedAt = clock.now();
  let hasWorked = false;
  let stopTimer = clock.after(HEARTBEAT_INTERVAL_MS, check);

  function lose(end: TransferEnd) {
    if (isOver) return;
    lost(end);
  }

  function deliver(message: string | Uint8Array) {
    try {
      channel.send(message);
    } catch {
      // The channel closed at this moment, or the other side broke it, which is the same for this transfer.
      lose('broken');
    }
  }

  const sendControl = (message: ControlMessage) => {
    if (!isOver && channel.isOpen()) deliver(encodeControl(message));
  };

  function check() {
    if (clock.now() - progressedAt >= IDLE_TIMEOUT_MS) return lose('silent');
    const worked = hasWorked ? work() : undefined;
    if (worked) sendControl(worked);
    else if (clock.now() - receivedAt >= HEARTBEAT_INTERVAL_MS) sendControl({ type: 'ping' });
    hasWorked = false;
    if (!isOver) stopTimer = clock.after(HEARTBEAT_INTERVAL_MS, check);
  }

  function refuse(reason: Refusal) {
    refusals[reason] = (refusals[reason] ?? 0) + 1;
    refusalCount += 1;
    if (refusalCount > MAX_REFUSALS) lose('unexpected');
  }

  function takeText(text: string) {
    const message = parseControl(text);
    if (message === undefined) return refuse('malformed');
    if (message.type === 'ping') return sendControl({ type: 'pong' });
    if (message.type !== 'pong') control(message);
  }

  function takeBytes(bytes: Uint8Array) {
    const parsed = parseFrame(bytes);
    if (parsed === undefined) refuse('malformed');
    else frame(parsed);
  }

  return {
    begin() {
      channel.onMessage((message) => {
        if (isOver) return;
        receivedAt = clock.now();
        if (typeof message === 'string') takeText(message);
        else takeBytes(message);
      });
      channel.onClose(() => lose('broken'));
      channel.onOpen(() => {
        if (isOver) return;
        receivedAt = clock.now();
        progressedAt = receivedAt;
        opened();
      });
    },
    sendControl,
    send: (bytes) => {
      if (!isOver) deliver(bytes);
    },
    progressed(working = false) {
      progressedAt = clock.now();
      hasWorked ||= working;
    },
    refuse,
    refused: () => refusals,
    end() {
      if (isOver) return;
      isOver = true;
      stopTimer();
      channel.close();
    },
  };
}
