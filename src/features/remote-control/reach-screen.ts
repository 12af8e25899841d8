/**
 * Checks that the screen of a machine is reachable: a WebSocket to it opens within 5 seconds. The viewer uses
 * the same socket, because a machine that admits one viewer would take a second connection for another
 * viewer.
 */
import { TIMING } from '#domain/timing.ts';

/** The part of a WebSocket that a viewer uses. Messages are buffered until the viewer listens. */
export type ScreenChannel = {
  binaryType: string;
  readonly protocol: string;
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(data: ArrayBuffer | ArrayBufferView<ArrayBuffer>): void;
  close(): void;
};

export type Reached =
  | { name: 'reached'; channel: ScreenChannel }
  /** The connection was refused: nothing listens there, or the browser does not trust the certificate. */
  | { name: 'refused' }
  /** No response in time. */
  | { name: 'silent' }
  | { name: 'aborted' };

export type OpenSocket = (url: string) => WebSocket;

export function reachScreen(
  signal: AbortSignal,
  url: string,
  open: OpenSocket = (address) => new WebSocket(address),
): Promise<Reached> {
  return new Promise((resolve) => {
    let socket: WebSocket;
    try {
      socket = open(url);
    } catch {
      // Not an address, or one that this page may not connect to.
      resolve({ name: 'refused' });
      return;
    }
    const settle = (reached: Reached) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      if (reached.name !== 'reached') {
        socket.onopen = socket.onclose = socket.onmessage = null;
        socket.close();
      }
      resolve(reached);
    };
    const onAbort = () => settle({ name: 'aborted' });
    const timer = setTimeout(() => settle({ name: 'silent' }), TIMING.remoteControlReachMs);
    signal.addEventListener('abort', onAbort);
    socket.onclose = () => settle({ name: 'refused' });
    socket.onopen = () => settle({ name: 'reached', channel: heldChannel(socket) });
    if (signal.aborted) onAbort();
  });
}

function heldChannel(socket: WebSocket): ScreenChannel {
  let held: (() => void)[] = [];
  let isListening = false;
  socket.binaryType = 'arraybuffer';
  const deliver = (event: () => void) => {
    if (isListening) event();
    else held.push(event);
  };
  const channel: ScreenChannel = {
    get binaryType() {
      return socket.binaryType;
    },
    set binaryType(_) {
      // The type is set already, and bytes may have arrived.
    },
    get protocol() {
      return socket.protocol;
    },
    get readyState() {
      return socket.readyState;
    },
    onopen: null,
    onerror: null,
    onclose: null,
    get onmessage() {
      return onMessage;
    },
    set onmessage(call) {
      onMessage = call;
      // The viewer sets this listener in its constructor, so delivery waits until it is complete.
      queueMicrotask(() => {
        isListening = true;
        const buffered = held;
        held = [];
        for (const event of buffered) event();
      });
    },
    send: (data) => socket.send(data),
    close: () => socket.close(),
  };
  let onMessage: ScreenChannel['onmessage'] = null;
  socket.onmessage = (event) => deliver(() => onMessage?.(event));
  socket.onclose = (event) => deliver(() => channel.onclose?.(event));
  socket.onerror = (event) => deliver(() => channel.onerror?.(event));
  return channel;
}
