/** Takes upgrades to WebSockets, for the services that share the platform's port. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex, Writable } from 'node:stream';
import { Receiver, type WebSocket, WebSocketServer } from 'ws';

declare module 'ws' {
  /** Missing in the typings of ws: reads the frames of one side. */
  class Receiver extends Writable {
    constructor(options: { isServer: boolean; maxPayload: number; binaryType: 'nodebuffer' });
  }
}

/** How long the other side may take to answer a closing handshake. */
const CLOSE_TIMEOUT_MS = 2_000;

export type WebSockets = {
  /** `opened` is called once the handshake is through. */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    opened: (webSocket: WebSocket) => void,
  ): void;
  /** Takes no more, and ends what is open once its closing handshake is through or has taken too long. */
  close(): Promise<void>;
};

/** Sockets whose upgrade has been answered before the service was known that takes them. */
const answered = new WeakSet<Duplex>();

/**
 * Answers an upgrade that is not taken, and ends its connection. `status`: for example `404 Not Found`; `retryAfter`:
 * seconds. Where the upgrade has been answered already, the connection just ends.
 */
export function refuseUpgrade(socket: Duplex, status: string, retryAfter?: number): void {
  // Without a listener a peer that resets the connection would end the process.
  socket.on('error', () => socket.destroy());
  if (answered.has(socket)) {
    socket.destroy();
    return;
  }
  const wait = retryAfter === undefined ? '' : `Retry-After: ${retryAfter}\r\n`;
  socket.end(`HTTP/1.1 ${status}\r\n${wait}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** `protocol`: the subprotocol that is agreed on, if any. A message over `maxMessageBytes` ends its socket. */
export function createWebSockets({
  maxMessageBytes,
  protocol,
}: {
  maxMessageBytes: number;
  protocol?: string;
}): WebSockets {
  // `closeTimeout` is missing in the typings of ws.
  const options = { closeTimeout: CLOSE_TIMEOUT_MS };
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: () => protocol ?? false,
    ...options,
  });

  return {
    accept(request, socket, head, opened) {
      if (answered.has(socket)) dropNextWrite(socket);
      server.handleUpgrade(request, socket, head, opened);
    },
    async close() {
      const open = [...server.clients];
      server.close();
      await Promise.all(
        open.map(
          (webSocket) =>
            new Promise<void>((resolve) => {
              webSocket.once('close', () => resolve());
              webSocket.close(1001);
            }),
        ),
      );
    },
  };
}

/** ws knows no socket whose handshake is done: what it writes first is its answer to the upgrade. */
function dropNextWrite(socket: Duplex): void {
  socket.write = () => {
    Reflect.deleteProperty(socket, 'write');
    return true;
  };
}

/** RFC 6455, 1.3. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Whether the request is one that `answerUpgrade` may answer. */
export const isWebSocketRequest = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.upgrade?.toLowerCase() === 'websocket' &&
  headers['sec-websocket-version'] === '13' &&
  /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '');

/** The upgrade of this socket has been answered, here or in another process: a service that takes it does not answer again. */
export const markAnswered = (socket: Duplex): void => void answered.add(socket);

/** Answers an upgrade, where the socket goes on somewhere else. */
export function answerUpgrade(request: IncomingMessage, socket: Duplex, protocol: string): void {
  markAnswered(socket);
  const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${GUID}`).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: ${protocol}\r\n\r\n`,
  );
}

/** Returns the function that takes the bytes of a client's frames as they come, and tells of each message in them. */
export function createMessageReader(
  maxMessageBytes: number,
  told: { message(data: Buffer): void; failed(): void },
): (bytes: Buffer) => void {
  const receiver = new Receiver({ isServer: true, maxPayload: maxMessageBytes, binaryType: 'nodebuffer' });
  receiver.on('message', told.message);
  receiver.on('error', told.failed);
  // It takes the mask off where the bytes are, and they are still to go elsewhere.
  return (bytes) => void receiver.write(Buffer.from(bytes));
}
