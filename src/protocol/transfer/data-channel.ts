/** Adapts an RTCDataChannel for a transfer, in a page, in a worker or in Node. */
import { MAX_MESSAGE_BYTES, type TransferChannel } from './channel.ts';
import { releaseBuffer } from './release-buffer.ts';

function deliver(listener: (message: string | Uint8Array) => void, message: string | Uint8Array) {
  listener(message);
  if (typeof message !== 'string') releaseBuffer(message);
}

/** `maxMessageBytes`: limit of the connection's `sctp`, if that is known and lower. */
export function fromDataChannel(
  channel: RTCDataChannel,
  maxMessageBytes: number = MAX_MESSAGE_BYTES,
): TransferChannel {
  const early: (string | Uint8Array)[] = [];
  let listener: ((message: string | Uint8Array) => void) | undefined;
  let waiting: { bytes: number; call: () => void }[] = [];
  const isClosed = () => channel.readyState === 'closing' || channel.readyState === 'closed';

  /** Calls the waiters whose limit is reached, and sets the channel's threshold for the next ones. */
  function release() {
    const ready = waiting.filter(({ bytes }) => isClosed() || channel.bufferedAmount <= bytes);
    waiting = waiting.filter((waiter) => !ready.includes(waiter));
    if (waiting.length > 0)
      channel.bufferedAmountLowThreshold = Math.max(...waiting.map(({ bytes }) => bytes));
    for (const { call } of ready) call();
  }

  channel.binaryType = 'arraybuffer';
  channel.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
    const message = typeof data === 'string' ? data : new Uint8Array(data);
    if (listener) deliver(listener, message);
    else early.push(message);
  });
  channel.addEventListener('bufferedamountlow', release);
  channel.addEventListener('close', release);

  return {
    // Two calls, because the type has an overload for each.
    send: (message) =>
      typeof message === 'string' ? channel.send(message) : channel.send(message as Uint8Array<ArrayBuffer>),
    buffered: () => channel.bufferedAmount,
    whenBelow(bytes, call) {
      waiting.push({ bytes, call });
      release();
    },
    maxMessageBytes: Math.min(maxMessageBytes, MAX_MESSAGE_BYTES),
    onOpen(call) {
      if (channel.readyState === 'open') call();
      else channel.addEventListener('open', () => call(), { once: true });
    },
    onMessage(call) {
      listener = call;
      for (const message of early.splice(0)) deliver(call, message);
    },
    onClose(call) {
      if (isClosed()) call();
      else channel.addEventListener('close', () => call(), { once: true });
    },
    isOpen: () => channel.readyState === 'open',
    close: () => channel.close(),
  };
}
