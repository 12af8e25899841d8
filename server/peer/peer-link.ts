/**
 * One open socket of a peer: what comes in is checked, counted and limited here; what it means is decided elsewhere.
 */

import type { WebSocket } from 'ws';
import type { EpochMs } from '#protocol/clock.ts';
import { PEER_CLOSE, type PeerFrame, type PeerRequest } from '#protocol/peer/peer-signalling.ts';
import { createRateLimit } from '../broker/rate-limit.ts';
import type { PeerHolder } from './peer-tickets.ts';
import { readPeerRequest } from './read-peer-request.ts';

export type LinkLimits = {
  silenceMs: number;
  lifetimeMs: number;
  /** A minute's worth may come at once: a console calls a whole class. */
  framesPerMinute: number;
  /** A peer for which more bytes wait gets nothing from others, and with twice as many its socket is ended. */
  maxBacklogBytes: number;
};

export type LinkDeps = {
  socket: WebSocket;
  holder: PeerHolder;
  peerId: string;
  limits: LinkLimits;
  clock: () => EpochMs;
  /** `bytes`: how long the frame was. */
  received(request: Exclude<PeerRequest, { type: 'HEARTBEAT' }>, bytes: number): void;
  refused(reason: string): void;
  /** The link will neither take nor give anything any more. */
  ended(reason: string): void;
};

export type PeerLink = {
  readonly peerId: string;
  readonly holder: PeerHolder;
  /** The peer reads more slowly than it is written to. */
  isSlow(): boolean;
  send(frame: PeerFrame): void;
  end(code: number, reason: string): void;
  /** Ends the link where it has been silent or open for too long. */
  checkAge(now: number): void;
};

const REFUSED = 1008;
const TEXT_ONLY = 1003;

export function createPeerLink(deps: LinkDeps): PeerLink {
  const { socket, holder, peerId, limits, clock, refused } = deps;
  const since = clock();
  const rate = createRateLimit({ perMinute: limits.framesPerMinute, now: clock });
  let heartbeatAt = since;
  let over = false;

  function ended(reason: string): void {
    if (over) return;
    over = true;
    deps.ended(reason);
  }

  function end(code: number, reason: string): void {
    if (over) return;
    ended(reason);
    socket.close(code, reason);
  }

  function send(frame: PeerFrame): void {
    if (over) return;
    socket.send(JSON.stringify(frame), ignoreFailure);
    if (socket.bufferedAmount <= 2 * limits.maxBacklogBytes) return;
    ended('slow');
    socket.terminate();
  }

  function read(data: Buffer): void {
    const result = readPeerRequest(data.toString());
    if (result.name !== 'ok') {
      refused(result.name);
      if (result.name === 'malformed') send({ type: 'ERROR', payload: { msg: 'This frame is malformed.' } });
    } else if (result.request.type === 'HEARTBEAT') {
      heartbeatAt = clock();
      // Proxies end a connection on which the server says nothing for a minute. Browsers answer this by themselves.
      socket.ping(ignoreFailure);
    } else {
      deps.received(result.request, data.length);
    }
  }

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (over) return;
    if (isBinary) {
      refused('binary');
      end(TEXT_ONLY, 'binary');
    } else if (!rate.take('')) {
      refused('flood');
      end(REFUSED, 'flood');
    } else {
      read(data);
    }
  });
  // The library closes the socket with the fitting code, such as 1009 for a frame that is too long.
  socket.on('error', (error: Error & { code?: string }) => {
    const tooLong = error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
    refused(tooLong ? 'too-large' : 'websocket');
    ended(tooLong ? 'too-large' : 'websocket');
  });
  socket.on('close', () => ended('left'));

  return {
    peerId,
    holder,
    send,
    end,
    isSlow: () => socket.bufferedAmount > limits.maxBacklogBytes,
    checkAge(now) {
      if (now - since >= limits.lifetimeMs) end(PEER_CLOSE.tooOld, 'too old');
      else if (now - heartbeatAt >= limits.silenceMs) end(PEER_CLOSE.silent, 'silent');
    },
  };
}

/** A socket that went away says so by its `close` event. */
const ignoreFailure = () => {};
