/** How long a socket of the server may stay without use. Sockets that became WebSockets have limits of their own. */
import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

export type SocketLimits = {
  /**
   * Answers wait in memory for who asked. Where nobody takes anything of one for so long, its connection ends: a sleeping
   * laptop asks again, and who only opens connections cannot fill the platform.
   */
  stalledMs: number;
  /** Longer than proxies keep a connection that they may use again: they never send a call into one that ends. */
  idleMs: number;
  /** The body of a call may take so long, whatever its size; from then on it has to arrive at `minBytesPerSecond`. */
  bodyGraceMs: number;
  minBytesPerSecond: number;
};

export const SOCKET_LIMITS: SocketLimits = {
  stalledMs: 60_000,
  idleMs: 75_000,
  bodyGraceMs: 30_000,
  // A picture of 5 MiB over the worst line of a school is ten times as fast.
  minBytesPerSecond: 2_048,
};

/** A district has ten thousand devices, each with a socket to the broker and one to its peers. */
const MAX_SOCKETS = 50_000;
const MIN_CHECK_MS = 50;
const MAX_CHECK_MS = 5_000;

export const serverOptions = ({ idleMs }: SocketLimits): ServerOptions => ({
  keepAliveTimeout: idleMs,
  headersTimeout: 30_000,
  connectionsCheckingInterval: MAX_CHECK_MS,
});

export function limitSockets(server: Server, limits: SocketLimits): void {
  server.maxConnections = MAX_SOCKETS;
  const calls = new WeakMap<Socket, number>();
  server.on('request', ({ socket }, response) => {
    calls.set(socket, (calls.get(socket) ?? 0) + 1);
    response.once('close', () => calls.set(socket, (calls.get(socket) ?? 1) - 1));
  });
  // Node ends no socket by itself once there is a listener. A call whose answer takes its time stays.
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
      // A call without a body is complete although nobody has read its end.
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
  const everyMs = Math.min(MAX_CHECK_MS, Math.max(MIN_CHECK_MS, bodyGraceMs / 6));
  const timer = setInterval(check, everyMs).unref();
  server.once('close', () => clearInterval(timer));
}
