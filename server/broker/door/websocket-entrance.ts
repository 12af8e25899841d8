/** MQTT over WebSocket: takes upgrades of subprotocol `mqtt` and gives each one out as a byte stream. */
import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { ClientAddress } from '../../http/client-address.ts';
import { siteOfPath } from '../../http/site-path.ts';
import { createWebSockets, refuseUpgrade } from '../../http/web-sockets.ts';
import { createWaitingSockets, type WaitingLimits } from '../limits/waiting-sockets.ts';
import { noTraffic, type Traffic } from './traffic.ts';

/** Bytes that may wait for a reader who does not read; beyond, the connection ends. */
const MAX_BACKLOG_BYTES = 32 * 1024 * 1024;

export type EntranceDeps = {
  /** `origin`: of the page that asks; undefined where a program asks. */
  isAllowedOrigin(origin: string | undefined): boolean;
  /** The largest WebSocket message. MQTT's own limit is smaller and answered with a reason code. */
  maxMessageBytes: number;
  /** Counts every connection together. */
  total: Traffic;
  clientAddress: ClientAddress;
  onStream(stream: WebSocketStream): void;
  /** An upgrade that was not taken, or a message that is none of MQTT's. */
  refused(what: 'connect' | 'packet', reason: EntranceRefusal, address: string): void;
  /** Limits for sockets that have not sent a CONNECT. */
  waiting: WaitingLimits;
};
export type EntranceRefusal = 'origin' | 'subprotocol' | 'too-many-waiting' | 'text-frame';
export type Entrance = {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends what is still open once its closing handshake is through or has taken too long. */
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
      // Also where the handshake itself comes to nothing.
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
 * Writes go to the socket at once and never ask for patience: a writer that waits for one slow reader would
 * hold up everyone (`backlogBytes` tells who is slow). Emits `slow` when too much waits and the connection ends.
 */
export class WebSocketStream extends Duplex {
  readonly traffic: Traffic = noTraffic();
  /** The network address of who connected. */
  readonly address: string;
  /** Of the path that was asked for; undefined: the path is that of all sites. */
  readonly site: string | undefined;
  /** Its CONNECT has come. */
  readonly greeted: () => void;
  readonly #socket: WebSocket;
  readonly #total: Traffic;
  /** What the frames are written to. */
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
      // MQTT 5.0, 6.0: other than binary frames close the connection.
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

  /** Bytes that the peer has not taken yet. */
  get backlogBytes(): number {
    return this.#socket.bufferedAmount;
  }

  /** `change` is given what is written first, and says what is sent in its place. */
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

  /** A packet is written in many small pieces: they travel as one WebSocket message. */
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
   * What is written while this thread reads what has come from all clients goes out in one piece: a tutor who hears six hundred
   * devices gets hundreds of messages in one round, and each would cost a call of the system.
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

/** A socket that went away says so by its `close` event. */
const ignoreFailure = () => {};
