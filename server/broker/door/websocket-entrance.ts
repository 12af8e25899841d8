/** MQTT over WebSocket: accepts upgrades of subprotocol `mqtt` and passes each on as a byte stream. */
import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { ClientAddress } from '#http/client-address.ts';
import { siteOfPath } from '#http/site-path.ts';
import { createWebSockets, refuseUpgrade } from '#http/web-sockets.ts';
import { createWaitingSockets, type WaitingLimits } from '../limits/waiting-sockets.ts';
import { noTraffic, type Traffic } from './traffic.ts';

/** Bytes that may wait for a slow reader; beyond that the connection is terminated. */
const MAX_BACKLOG_BYTES = 32 * 1024 * 1024;

export type EntranceDeps = {
  /** `origin`: of the requesting page; undefined: the client is a program. */
  isAllowedOrigin(origin: string | undefined): boolean;
  /** The largest WebSocket message. The MQTT limit is smaller and answered with a reason code. */
  maxMessageBytes: number;
  /** Counts the traffic of all connections together. */
  total: Traffic;
  clientAddress: ClientAddress;
  onStream(stream: WebSocketStream): void;
  /** An upgrade was refused, or a message was not MQTT. */
  refused(what: 'connect' | 'packet', reason: EntranceRefusal, address: string): void;
  /** Limits for sockets that have not sent a CONNECT. */
  waiting: WaitingLimits;
};
export type EntranceRefusal = 'origin' | 'subprotocol' | 'too-many-waiting' | 'text-frame';
export type Entrance = {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes all sockets; resolves after their closing handshakes or a timeout. */
  close(): Promise<void>;
};

export function createEntrance(deps: EntranceDeps): Entrance {
  const { maxMessageBytes, total, onStream, refused } = deps;
  const webSockets = createWebSockets({ maxMessageBytes, protocol: 'mqtt' });
  const waiting = createWaitingSockets(deps.waiting);

  return {
    handleUpgrade(request, socket, head) {
      const address = deps.clientAddress(request);
      if (!deps.isAllowedOrigin(request.headers.origin)) {
        refused('connect', 'origin', address);
        refuseUpgrade(socket, '403 Forbidden');
        return;
      }
      const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
      if (!offered.includes('mqtt')) {
        refused('connect', 'subprotocol', address);
        refuseUpgrade(socket, '400 Bad Request');
        return;
      }
      const greeted = waiting.begin(address);
      if (!greeted) {
        refused('connect', 'too-many-waiting', address);
        refuseUpgrade(socket, '503 Service Unavailable');
        return;
      }
      // A handshake that fails closes the socket too.
      socket.once('close', greeted);
      webSockets.accept(request, socket, head, (webSocket) =>
        onStream(
          new WebSocketStream(webSocket, {
            network: socket,
            address,
            site: siteOfPath(request.url ?? ''),
            total,
            greeted,
            refusedText: () => refused('packet', 'text-frame', address),
          }),
        ),
      );
    },
    close: webSockets.close,
  };
}

/**
 * Writes go to the socket immediately and never signal backpressure, because waiting for one slow reader
 * would hold up all clients (`backlogBytes` shows it). Emits `slow` before it terminates a slow connection.
 */
export class WebSocketStream extends Duplex {
  readonly traffic: Traffic = noTraffic();
  /** Network address of the client. */
  readonly address: string;
  /** The site in the request path; undefined: the path serves all sites. */
  readonly site: string | undefined;
  /** Called when the CONNECT was received. */
  readonly greeted: () => void;
  readonly #socket: WebSocket;
  readonly #total: Traffic;
  /** The socket that the frames are written to. */
  readonly #network: Pick<Duplex, 'cork' | 'uncork'> | undefined;
  #isHeld = false;
  #changeFirst: ((bytes: Buffer) => Buffer) | undefined;

  constructor(
    socket: WebSocket,
    {
      address,
      site,
      total,
      network,
      greeted = () => {},
      refusedText = () => {},
    }: {
      address: string;
      site?: string | undefined;
      total: Traffic;
      network?: Pick<Duplex, 'cork' | 'uncork'>;
      greeted?: () => void;
      refusedText?: () => void;
    },
  ) {
    super({ allowHalfOpen: false, writableHighWaterMark: MAX_BACKLOG_BYTES });
    this.#socket = socket;
    this.#total = total;
    this.#network = network;
    this.address = address;
    this.site = site;
    this.greeted = greeted;
    socket.binaryType = 'nodebuffer';
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      // MQTT 5.0, 6.0: a frame that is not binary closes the connection.
      if (!isBinary) {
        refusedText();
        socket.close(1003);
        return;
      }
      this.traffic.bytesIn += data.length;
      this.#total.bytesIn += data.length;
      if (!this.push(data)) socket.pause();
    });
    socket.on('close', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
  }

  /** Bytes that the client has not read yet. */
  get backlogBytes(): number {
    return this.#socket.bufferedAmount;
  }

  /** `change` receives the first bytes written and returns the bytes to send instead. */
  changeFirst(change: (bytes: Buffer) => Buffer): void {
    this.#changeFirst = change;
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(chunk);
    done();
  }

  /** A packet is written in many small pieces, which are joined into one WebSocket message. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.close(1000);
    done(error);
  }

  #send(written: Buffer): void {
    const bytes = this.#changeFirst?.(written) ?? written;
    this.#changeFirst = undefined;
    if (this.backlogBytes > MAX_BACKLOG_BYTES) {
      this.emit('slow');
      this.#socket.terminate();
      return;
    }
    this.traffic.bytesOut += bytes.length;
    this.#total.bytesOut += bytes.length;
    this.#holdBack();
    this.#socket.send(bytes, { binary: true }, ignoreFailure);
  }

  /**
   * Collects the writes of one turn of the event loop into one system call: a tutor with six hundred devices
   * receives hundreds of messages in a turn.
   */
  #holdBack(): void {
    const network = this.#network;
    if (!network || this.#isHeld) return;
    this.#isHeld = true;
    network.cork();
    setImmediate(() => {
      this.#isHeld = false;
      network.uncork();
    });
  }
}

/** A failed send needs no handling, because the socket's `close` event follows. */
const ignoreFailure = () => {};
