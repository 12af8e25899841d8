/**
 * An open socket of a peer: validates, counts and limits its frames. The relay decides what to do with them.
 */

import type { WebSocket } from 'ws';
import { createRateLimit } from '#base/rate-limit.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { PEER_CLOSE, type PeerFrame, type PeerRequest } from '#protocol/peer/peer-signalling.ts';
import type { PeerHolder } from './peer-tickets.ts';
import { readPeerRequest } from './read-peer-request.ts';

export type LinkLimits = {
  silenceMs: number;
  lifetimeMs: number;
  /** The limit per minute and the size of a burst, because a console calls a whole class at once. */
  framesPerMinute: number;
  /** A peer with a larger backlog receives no frames of others; at twice this size its socket is closed. */
  maxBacklogBytes: number;
};

export type LinkDeps = {
  socket: WebSocket;
  holder: PeerHolder;
  peerId: string;
  limits: LinkLimits;
  clock: () => EpochMs;
  /** `bytes`: the length of the frame. */
  received(request: Exclude<PeerRequest, { type: 'HEARTBEAT' }>, bytes: number): void;
  refused(reason: string): void;
  /** The link has ended and sends or receives nothing any more. */
  ended(reason: string): void;
};

export type PeerLink = {
  readonly peerId: string;
  readonly holder: PeerHolder;
  /** True: the peer reads more slowly than frames are sent to it. */
  isSlow(): boolean;
  send(frame: PeerFrame): void;
  end(code: number, reason: string): void;
  /** Ends the link if it has been silent or open for too long. */
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
      // Proxies close a connection on which the server is silent for a minute. Browsers answer this.
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
  // The library closes the socket with the matching code, such as 1009 for a frame that is too long.
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

/** A failed send needs no handling, because the socket's `close` event follows. */
const ignoreFailure = () => {};
