/** How a share begins: with the tutor's own screen, or with that of a student who is asked for it. */

import { isPickerClosed } from '#domain/devices/screen-picker.ts';
import type { Encoding } from '#domain/encoding.ts';
import { PEER_OPEN_MS } from '#protocol/peer/peer-payload.ts';
import type { Audience, Recipient } from '#protocol/threads/live-action.ts';
import type { PeerVisitor } from '../peer-visitor.ts';
import { runShare, type ShareDeps } from './run-share.ts';
import type { SessionMessage, ShareRun } from './share-announcements.ts';
import type { ShareSession, ShareSessions } from './share-sessions.ts';

export type BeginDeps = ShareDeps & {
  /** Rejects where there is nothing to share. */
  capture(maxFramerate: number): Promise<MediaStream>;
  devices: ShareDeps['devices'] & {
    shareScreen(client: Recipient, displayId: string | undefined, session: SessionMessage): ShareRun;
  };
  newId(): string;
};

/** To whom, as people call them, and how. */
export type ShareWish = {
  audience: Audience;
  /** The group where it is begun, if it is one. */
  groupId?: string | undefined;
  title: string;
  count: number;
  encoding: Encoding;
};
export type StudentWish = ShareWish & {
  sharer: { recipient: Recipient; name: string; displayId: string | undefined };
};

/**
 * `cancelled`: the tutor thought better of it. `capture`: the browser gave no picture. `peer`: this tab can have no
 * connection now, `message` says why. The others are the student's device: `privacy`, `no-screen` (there is none to
 * share), `unsupported`, `refused`, `undelivered` (the message did not leave), `silent` (no answer in time),
 * `no-connection` (it answered, and no picture came).
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

/** What the student's device has said, once it has said no; `ok` where it comes. */
function answerOf(run: ShareRun): 'ok' | ShareObstacle | undefined {
  const { answers, delivery, ended } = run.get();
  const [answer] = answers.values();
  if (answer?.state === 'confirmed') return 'ok';
  if (answer?.state === 'failed') {
    const said = answer.reply?.code;
    if (said === 'unreachable' || said === 'broken') return { code: 'no-connection' };
    return { code: DEVICE_CODES.find((each) => each === said) ?? 'refused' };
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

  /** Until the student's picture is here, or it is clear that it does not come. */
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
        // Also after it had agreed: the student said no to the browser's question, or it could not connect.
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
    /** The device sends to nobody any more. */
    const letGo = () => {
      devices.stopShareScreen({ clients: [recipient] }, id);
      release();
    };
    const received = await source;
    if ('code' in received) {
      letGo();
      return failed(received);
    }
    const sharer = { clientId: recipient.clientId, name, displayId };
    const { audience, groupId, title, count, encoding } = wish;
    const given = { audience, groupId, title, count, encoding, id, peerId, sharer, stream: received.stream };
    const session = runShare({ ...given, source: 'remote', release: letGo }, deps, store);
    void received.visitor.closed.then(() => store.stop(id, 'source'));
    return { ok: true, session };
  }

  return { shareOwn, shareStudent };
}
