/** Two ends of one file channel in memory, and everything that goes over it. */
import type { TransferChannel } from '#protocol/transfer/channel.ts';
import { sha256 } from '#protocol/transfer/digest.ts';
import { receiveFiles } from '#protocol/transfer/receive-files.ts';
import { sendFiles } from '#protocol/transfer/send-files.ts';
import type { TransferEnd } from '#protocol/transfer/transfer.ts';

type Message = string | Uint8Array;
export type Said = ['sender' | 'receiver', unknown];

type End = TransferChannel & { deliver(message: Message): void; closed(): void };

/** Messages arrive in later turns, in order, as in a real channel. */
function createEnd(said: (message: Message) => void, other: () => End): End {
  let listener: ((message: Message) => void) | undefined;
  let closing: (() => void) | undefined;
  let isOpen = true;
  return {
    maxMessageBytes: 262_144,
    send(message) {
      const copy = typeof message === 'string' ? message : message.slice();
      said(copy);
      queueMicrotask(() => other().deliver(copy));
    },
    buffered: () => 0,
    whenBelow: (_bytes, call) => call(),
    onOpen: (call) => queueMicrotask(call),
    onMessage(call) {
      listener = call;
    },
    onClose(call) {
      closing = call;
    },
    isOpen: () => isOpen,
    close() {
      isOpen = false;
      queueMicrotask(() => other().closed());
    },
    deliver: (message) => listener?.(message),
    closed() {
      if (!isOpen) return;
      isOpen = false;
      closing?.();
    },
  };
}

/** Sends one file from end to end. `messages`: texts parsed, frames as bytes, in the order in which they were said. */
export async function playTransfer({
  bytes,
  ...file
}: {
  id: string;
  name: string;
  version: string;
  bytes: Uint8Array;
}): Promise<{
  messages: Said[];
  ends: { sender: TransferEnd; receiver: TransferEnd };
  received: Uint8Array | undefined;
}> {
  const messages: Said[] = [];
  const keep = (who: Said[0]) => (message: Message) =>
    void messages.push([who, typeof message === 'string' ? JSON.parse(message) : message]);
  const sender = createEnd(keep('sender'), () => receiver);
  const receiver: End = createEnd(keep('receiver'), () => sender);
  const clock = { now: () => 0, after: () => () => {} };
  let received: Uint8Array | undefined;
  const receiving = receiveFiles(receiver, [{ id: file.id, maxBytes: bytes.length }], {
    digest: sha256,
    clock,
    events: {},
    open: async () => ({
      kept: [],
      async write(_index, chunk) {
        received = chunk.slice();
      },
      async finish() {},
      async discard() {},
      async pause() {},
    }),
  });
  const read = async (offset: number, length: number) => bytes.subarray(offset, offset + length);
  const sending = sendFiles(sender, [{ ...file, size: bytes.length, read }], {
    digest: sha256,
    clock,
    events: {},
  });
  const ends = { sender: await sending.ended, receiver: await receiving.ended };
  return { messages, ends, received };
}
