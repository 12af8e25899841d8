/** MQTT over WebSocket: takes upgrades of subprotocol `mqtt` and gives each one out as a byte stream. */
import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { createWebSockets, refuseUpgrade } from '../http/web-sockets.ts';
import { noTraffic, type Traffic } from './traffic.ts';

/** Bytes that may wait for a reader who does not read; beyond, the connection ends. */
const MAX_BACKLOG_BYTES = 32 * 1024 * 1024;

export type EntranceDeps = {
  /** Of the page that asks; undefined where a program does. */
  isAllowedOrigin(origin: string | undefined): boolean;
  /** The largest WebSocket message. MQTT's own limit is smaller and answered with a reason code. */
  maxMessageBytes: number;
  /** Counts every connection together. */
  total: Traffic;
  onStream(stream: WebSocketStream): void;
  /** An upgrade that was not taken, or a message that is none of MQTT's. */
  refused(what: 'connect' | 'packet', reason: 'origin' | 'subprotocol' | 'text-frame'): void;
};
export type Entrance = {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends what is still open once its closing handshake is through or has taken too long. */
  close(): Promise<void>;
};

export function createEntrance(deps: EntranceDeps): Entrance {
  const { maxMessageBytes, total, onStream, refused } = deps;
  const webSockets = createWebSockets({ maxMessageBytes, protocol: 'mqtt' });

  return {
    handleUpgrade(request, socket, head) {
      if (!deps.isAllowedOrigin(request.headers.origin)) {
        refused('connect', 'origin');
        refuseUpgrade(socket, '403 Forbidden');
        return;
      }
      const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
      if (!offered.includes('mqtt')) {
        refused('connect', 'subprotocol');
        refuseUpgrade(socket, '400 Bad Request');
        return;
      }
      webSockets.accept(request, socket, head, (webSocket) =>
        onStream(new WebSocketStream(webSocket, total, () => refused('packet', 'text-frame'))),
      );
    },
    close: webSockets.close,
  };
}

/**
 * Writes go to the socket at once and never ask for patience: a writer that waits for one slow reader would
 * hold up everyone (`backlogBytes` tells who is slow).
 */
export class WebSocketStream extends Duplex {
  readonly traffic: Traffic = noTraffic();
  readonly #socket: WebSocket;
  readonly #total: Traffic;

  constructor(socket: WebSocket, total: Traffic, refusedText: () => void) {
    super({ allowHalfOpen: false, writableHighWaterMark: MAX_BACKLOG_BYTES });
    this.#socket = socket;
    this.#total = total;
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

  #send(bytes: Buffer): void {
    if (this.backlogBytes > MAX_BACKLOG_BYTES) {
      this.#socket.terminate();
      return;
    }
    this.traffic.bytesOut += bytes.length;
    this.#total.bytesOut += bytes.length;
    this.#socket.send(bytes, { binary: true }, ignoreFailure);
  }
}

/** A socket that went away says so by its `close` event. */
const ignoreFailure = () => {};
