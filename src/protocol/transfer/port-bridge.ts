/**
 * A data channel that stays in the page while its transfer runs in a worker, for browsers that cannot
 * transfer one. Both ends of the port are here. Bytes are moved, not copied.
 */
import { MAX_MESSAGE_BYTES, type TransferChannel } from './channel.ts';
import { fromDataChannel } from './data-channel.ts';

/** To the worker. `left`: bytes that the channel has sent since the beginning. */
type ToWorker =
  | { name: 'open' }
  | { name: 'message'; message: string | Uint8Array }
  | { name: 'left'; bytes: number }
  | { name: 'closed' };
/** To the page. */
type ToPage = { name: 'send'; message: string | Uint8Array } | { name: 'close' };

/** The page reports sent bytes to the worker at the latest when no more than this waits. */
const REPORT_BELOW_BYTES = 64 * 1024;

const sizeOf = (message: string | Uint8Array) => message.length;

const moved = (message: string | Uint8Array): Transferable[] =>
  typeof message === 'string' ? [] : [message.buffer as ArrayBuffer];

/** The page's half: the port is for the worker. It ends with the channel. */
export function bridgeChannel(dataChannel: RTCDataChannel): MessagePort {
  const channel = fromDataChannel(dataChannel);
  const { port1: port, port2 } = new MessageChannel();
  let givenBytes = 0;
  let isWaiting = false;
  const notify = (what: ToWorker, transfer: Transferable[] = []) => port.postMessage(what, transfer);

  function notifyLeft() {
    isWaiting = false;
    notify({ name: 'left', bytes: givenBytes - channel.buffered() });
  }

  port.onmessage = ({ data }: MessageEvent<ToPage>) => {
    if (data.name === 'close') return channel.close();
    try {
      channel.send(data.message);
    } catch {
      // The channel is closing, and `closed` follows; or this message cannot be sent, and no other can repair
      // that.
      return channel.close();
    }
    givenBytes += sizeOf(data.message);
    if (isWaiting) return;
    isWaiting = true;
    channel.whenBelow(REPORT_BELOW_BYTES, notifyLeft);
  };
  channel.onMessage((message) => notify({ name: 'message', message }, moved(message)));
  channel.onOpen(() => notify({ name: 'open' }));
  channel.onClose(() => {
    notify({ name: 'closed' });
    port.close();
  });
  return port2;
}

/** The worker's half. */
export function fromBridge(port: MessagePort, maxMessageBytes: number): TransferChannel {
  const early: (string | Uint8Array)[] = [];
  let listener: ((message: string | Uint8Array) => void) | undefined;
  let waiting: { bytes: number; call: () => void }[] = [];
  let state: 'connecting' | 'open' | 'closed' = 'connecting';
  let givenBytes = 0;
  let left = 0;
  let opened = () => {};
  let closed = () => {};

  function release() {
    const ready = waiting.filter(({ bytes }) => state === 'closed' || givenBytes - left <= bytes);
    waiting = waiting.filter((waiter) => !ready.includes(waiter));
    for (const { call } of ready) call();
  }

  function close() {
    if (state === 'closed') return;
    state = 'closed';
    port.close();
    release();
    closed();
  }

  port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    if (state === 'closed') return;
    if (data.name === 'open') {
      state = 'open';
      opened();
    } else if (data.name === 'left') {
      left = data.bytes;
      release();
    } else if (data.name === 'closed') close();
    else if (listener) listener(data.message);
    else early.push(data.message);
  };

  return {
    send(message) {
      if (state !== 'open') throw new Error('The channel is not open.');
      // The engine reuses one buffer, so the bytes to be moved must be a copy.
      const own = typeof message === 'string' ? message : message.slice();
      givenBytes += sizeOf(own);
      port.postMessage({ name: 'send', message: own } satisfies ToPage, moved(own));
    },
    buffered: () => givenBytes - left,
    whenBelow(bytes, call) {
      waiting.push({ bytes, call });
      release();
    },
    maxMessageBytes: Math.min(maxMessageBytes, MAX_MESSAGE_BYTES),
    onOpen(call) {
      if (state === 'open') call();
      else opened = call;
    },
    onMessage(call) {
      listener = call;
      for (const message of early.splice(0)) call(message);
    },
    onClose(call) {
      if (state === 'closed') call();
      else closed = call;
    },
    isOpen: () => state === 'open',
    close() {
      if (state !== 'closed') port.postMessage({ name: 'close' } satisfies ToPage);
      close();
    },
  };
}
