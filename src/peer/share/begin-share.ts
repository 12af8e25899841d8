/** Starts a share: the tutor's own screen, or the screen of a student who is requested to share it. */

import { isPickerClosed } from '#domain/devices/screen-picker.ts';
import type { Encoding } from '#domain/encoding.ts';
import { PEER_OPEN_MS } from '#protocol/peer/peer-payload.ts';
import type { Audience, Recipient } from '#protocol/threads/live-action.ts';
import type { PeerVisitor } from '../peer-visitor.ts';
import { runShare, type ShareDeps } from './run-share.ts';
import type { SessionMessage, ShareRun } from './share-announcements.ts';
import type { ShareSession, ShareSessions } from './share-sessions.ts';

export type BeginDeps = ShareDeps & {
  /** Rejects if there is nothing to share. */
  capture(maxFramerate: number): Promise<MediaStream>;
  devices: ShareDeps['devices'] & {
    shareScreen(client: Recipient, displayId: string | undefined, session: SessionMessage): ShareRun;
  };
  newId(): string;
};

/** A share to start: its recipients, their displayed title, and the encoding. */
export type ShareWish = {
  audience: Audience;
  /** The group where the share was started, if any. */
  groupId?: string | undefined;
  title: string;
  count: number;
  encoding: Encoding;
};
export type StudentWish = ShareWish & {
  sharer: { recipient: Recipient; name: string; displayId: string | undefined };
};

/**
 * `cancelled`: the tutor cancelled. `capture`: the browser gave no picture. `peer`: this tab has no peer
 * connections now; `message` gives the reason. The others concern the student's device: `privacy`,
 * `no-screen` (there is none to share), `unsupported`, `refused`, `undelivered` (the request was not sent),
 * `silent` (no answer in time), `no-connection` (the device agreed, but no picture came).
 */
export type ShareObstacle =
  | {
      code:
        | 'cancelled'
        | 'capture'
        | 'privacy'
        | 'no-screen'
        | 'unsupported'
        | 'refused'
        | 'undelivered'
        | 'silent'
        | 'no-connection';
    }
  | { code: 'peer'; message: string };

export type ShareStart =
  | { ok: true; session: ShareSession }
  | { ok: false; obstacle: ShareObstacle; cause?: unknown };

const failed = (obstacle: ShareObstacle, cause?: unknown): ShareStart => ({ ok: false, obstacle, cause });
const stopTracks = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop();
};

function peerObstacle(error: unknown): ShareStart {
  return failed({ code: 'peer', message: error instanceof Error ? error.message : String(error) }, error);
}

const DEVICE_CODES = ['privacy', 'no-screen', 'unsupported'] as const;

/** The device's answer: `ok` if it agreed, an obstacle if it refused, undefined while unknown. */
function answerOf(run: ShareRun): 'ok' | ShareObstacle | undefined {
  const { answers, delivery, ended } = run.get();
  const [answer] = answers.values();
  if (answer?.state === 'confirmed') return 'ok';
  if (answer?.state === 'failed') {
    const code = answer.reply?.code;
    if (code === 'unreachable' || code === 'broken') return { code: 'no-connection' };
    return { code: DEVICE_CODES.find((each) => each === code) ?? 'refused' };
  }
  if (delivery.name === 'expired' || delivery.name === 'refused' || delivery.name === 'invalid')
    return { code: 'undelivered' };
  return ended ? { code: 'silent' } : undefined;
}

type Source = { stream: MediaStream; visitor: PeerVisitor };

export function createShareStarts(deps: BeginDeps, store: ShareSessions) {
  const { peers, devices, clock } = deps;

  async function shareOwn(wish: ShareWish, signal: AbortSignal): Promise<ShareStart> {
    let stream: MediaStream;
    try {
      stream = await deps.capture(wish.encoding.maxFramerate);
    } catch (error) {
      return failed({ code: isPickerClosed(error) ? 'cancelled' : 'capture' }, error);
    }
    let peerId: string;
    try {
      peerId = await peers.address();
    } catch (error) {
      stopTracks(stream);
      return peerObstacle(error);
    }
    if (signal.aborted) {
      stopTracks(stream);
      return failed({ code: 'cancelled' });
    }
    const id = deps.newId();
    return {
      ok: true,
      session: runShare({ ...wish, id, source: 'local', peerId, stream, release: () => {} }, deps, store),
    };
  }

  /** Waits until the student's stream has arrived, or an obstacle is certain. */
  function receive(
    { sharer }: StudentWish,
    { id, peerId }: { id: string; peerId: string },
    signal: AbortSignal,
  ): { source: Promise<Source | ShareObstacle>; release(): void } {
    const undo: (() => void)[] = [];
    const source = new Promise<Source | ShareObstacle>((resolve) => {
      const stopAwaiting = peers.await(
        {
          purpose: 'source',
          reference: id,
          isWelcome: (clientId) => clientId === sharer.recipient.clientId,
        },
        {
          visitor(visitor) {
            undo.push(visitor.onStream((stream) => resolve({ stream, visitor })));
            void visitor.closed.then(() => resolve({ code: 'no-connection' }));
          },
          failed: () => resolve({ code: 'no-connection' }),
        },
      );
      const tutorName = deps.tutorName();
      const run = devices.shareScreen(sharer.recipient, sharer.displayId, {
        id,
        peerId,
        initial: true,
        ...(tutorName !== undefined && { tutorName }),
      });
      let cancelWait = clock.after(PEER_OPEN_MS, () => resolve({ code: 'silent' }));
      let isComing = false;
      const look = () => {
        const answer = answerOf(run);
        if (answer === undefined) return;
        // Even after agreeing, the student may decline the browser's prompt, or the connection may fail.
        if (answer !== 'ok') return resolve(answer);
        if (isComing) return;
        isComing = true;
        cancelWait();
        cancelWait = clock.after(PEER_OPEN_MS, () => resolve({ code: 'no-connection' }));
      };
      const onAbort = () => resolve({ code: 'cancelled' });
      signal.addEventListener('abort', onAbort, { once: true });
      undo.push(run.subscribe(look), stopAwaiting);
      undo.push(
        () => cancelWait(),
        () => signal.removeEventListener('abort', onAbort),
        () => {
          if (run.get().delivery.name === 'queued') run.forget();
        },
      );
      look();
      if (signal.aborted) onAbort();
    });
    return {
      source,
      release() {
        for (const call of undo.splice(0)) call();
      },
    };
  }

  async function shareStudent(wish: StudentWish, signal: AbortSignal): Promise<ShareStart> {
    let peerId: string;
    try {
      peerId = await peers.address();
    } catch (error) {
      return peerObstacle(error);
    }
    if (signal.aborted) return failed({ code: 'cancelled' });
    const id = deps.newId();
    const { recipient, name, displayId } = wish.sharer;
    const { source, release } = receive(wish, { id, peerId }, signal);
    /** Requests the device to stop sending its screen. */
    const stopSharer = () => {
      devices.stopShareScreen({ clients: [recipient] }, id);
      release();
    };
    const received = await source;
    if ('code' in received) {
      stopSharer();
      return failed(received);
    }
    const sharer = { clientId: recipient.clientId, name, displayId };
    const { audience, groupId, title, count, encoding } = wish;
    const share = { audience, groupId, title, count, encoding, id, peerId, sharer, stream: received.stream };
    const session = runShare({ ...share, source: 'remote', release: stopSharer }, deps, store);
    void received.visitor.closed.then(() => store.stop(id, 'source'));
    return { ok: true, session };
  }

  return { shareOwn, shareStudent };
}
