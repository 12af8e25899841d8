/** Limits how long sockets may stay idle. WebSockets have limits of their own. */
import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

export type SocketLimits = {
  /**
   * Responses are buffered until the client reads them. A connection is closed after this time without
   * progress, so that clients that only open connections cannot exhaust memory. A laptop that wakes up sends
   * its request again.
   */
  stalledMs: number;
  /** Longer than proxies keep idle connections, so that they never send a request into a closing one. */
  idleMs: number;
  /** After this time the body of a request must arrive at `minBytesPerSecond` or faster. */
  bodyGraceMs: number;
  minBytesPerSecond: number;
};

export const SOCKET_LIMITS: SocketLimits = {
  stalledMs: 60_000,
  idleMs: 75_000,
  bodyGraceMs: 30_000,
  // A picture of 5 MiB over the slowest line of a school is ten times as fast.
  minBytesPerSecond: 2_048,
};

/** A district has ten thousand devices, each with a socket to the broker and one to the peer server. */
const MAX_SOCKETS = 50_000;
const CHECK_INTERVAL_MS = { min: 50, max: 5_000 };

export const serverOptions = ({ idleMs }: SocketLimits): ServerOptions => ({
  keepAliveTimeout: idleMs,
  headersTimeout: 30_000,
  connectionsCheckingInterval: CHECK_INTERVAL_MS.max,
});

export function limitSockets(server: Server, limits: SocketLimits): void {
  server.maxConnections = MAX_SOCKETS;
  const calls = new WeakMap<Socket, number>();
  server.on('request', ({ socket }, response) => {
    calls.set(socket, (calls.get(socket) ?? 0) + 1);
    response.once('close', () => calls.set(socket, (calls.get(socket) ?? 1) - 1));
  });
  // With a listener, Node does not close sockets itself. A call whose response takes long keeps its socket.
  server.setTimeout(limits.stalledMs, (socket) => {
    const isAnswering = (calls.get(socket) ?? 0) > 0;
    if (!isAnswering || socket.writableLength > 0) socket.destroy();
  });
  endSlowBodies(server, limits);
}

type Arriving = { sinceMs: number; bytesBefore: number };

function endSlowBodies(server: Server, { bodyGraceMs, minBytesPerSecond }: SocketLimits): void {
  const arriving = new Map<IncomingMessage, Arriving>();
  server.on('request', (request) => {
    arriving.set(request, { sinceMs: performance.now(), bytesBefore: request.socket.bytesRead });
    request.once('close', () => arriving.delete(request));
  });
  const check = () => {
    for (const [request, { sinceMs, bytesBefore }] of arriving) {
      // A request without a body is complete even if its end was never read.
      if (request.complete) {
        arriving.delete(request);
        continue;
      }
      const { socket } = request;
      const ms = performance.now() - sinceMs;
      const bytes = socket.bytesRead - bytesBefore;
      if (ms < bodyGraceMs || bytes / (ms / 1_000) >= minBytesPerSecond) continue;
      socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy());
    }
  };
  const intervalMs = Math.min(CHECK_INTERVAL_MS.max, Math.max(CHECK_INTERVAL_MS.min, bodyGraceMs / 6));
  const timer = setInterval(check, intervalMs).unref();
  server.once('close', () => clearInterval(timer));
}
