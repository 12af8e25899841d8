/** One share while it runs: announced every 10 s, its viewers taken in, its picture encoded, everything of it ended. */
import type { Encoding } from '#domain/encoding.ts';
import type { ActionInput } from '#protocol/action-parameters.ts';
import type { Answer, Audience } from '#protocol/live-action.ts';
import type { ActionRun } from '../../live/action-run.ts';
import type { Clock } from '../../session/clock.ts';
import type { AwaitEvents, AwaitedCall, PeerVisitor } from '../peer-visitor.ts';
import type { VideoSender } from './sender-encoding.ts';
import type { ShareEnd, ShareSession, ShareSessions } from './share-sessions.ts';

/** Part 1 §9 (SHARE-03): so that late devices hear of it. */
export const REBROADCAST_MS = 10_000;

export type ShareRun = Pick<ActionRun, 'get' | 'subscribe' | 'forget'>;
export type SessionMessage = ActionInput<'broadcast'>['session'];

export type ShareDeps = {
  peers: {
    /** Where devices dial. Rejects with PeerFailure. */
    address(): Promise<string>;
    await(call: AwaitedCall, on: AwaitEvents): () => void;
  };
  devices: {
    broadcast(audience: Audience, session: SessionMessage): ShareRun;
    stopShareScreen(audience: Audience, sessionId: string): void;
  };
  encode(sender: VideoSender, encoding: Encoding): Promise<void>;
  clock: Clock;
  tutorName(): string | undefined;
};

/** What there is before anybody watches. */
export type ShareSource = Omit<ShareSession, 'viewers' | 'declined' | 'startedAt'> & {
  /** Lets go of where the stream comes from. */
  release(): void;
};

const isFor = ({ audience, sharer }: ShareSession, clientId: string): boolean =>
  clientId !== sharer?.clientId &&
  // The session's id reached nobody but the group, and cannot be guessed.
  (!('clients' in audience) || audience.clients.some((client) => client.clientId === clientId));

export function runShare(source: ShareSource, deps: ShareDeps, store: ShareSessions): ShareSession {
  const { release, ...given } = source;
  const { peers, devices, clock } = deps;
  const visitors = new Map<string, PeerVisitor>();
  /** By clientId: what each has said last. */
  const said = new Map<string, Answer['state']>();
  let session: ShareSession = { ...given, viewers: 0, declined: 0, startedAt: clock.nowMs() };
  let announcement: { run: ShareRun; unfollow(): void } | undefined;
  let wasAnnounced = false;
  let cancelNext: () => void = () => {};
  let isOver = false;

  /** Who has left the group stays connected until the connection is found to be dead. */
  const watching = (count: number) => Math.min(visitors.size, count);

  function change(part: Partial<ShareSession>) {
    const isSame = Object.entries(part).every(([key, value]) => session[key as keyof ShareSession] === value);
    if (isSame) return;
    session = { ...session, ...part };
    entry.changed();
  }

  /** Of a group the worker knows who is there; whoever shares is not among those for whom it is. */
  function countAnswers(run: ShareRun) {
    const { answers, delivery } = run.get();
    wasAnnounced ||= delivery.name === 'sent';
    const others = [...answers.values()].filter(({ clientId }) => clientId !== session.sharer?.clientId);
    if (others.length === 0) return;
    if ('groupId' in session.audience) {
      change({ count: others.length, viewers: watching(others.length) });
    }
    // Each announcement asks anew, long before one is given up that is away: until it answers, its last answer holds.
    for (const { clientId, state } of others)
      if (state === 'confirmed' || state === 'failed') said.set(clientId, state);
    change({ declined: others.filter(({ clientId }) => said.get(clientId) === 'failed').length });
  }

  function dropAnnouncement() {
    announcement?.unfollow();
    // What waits for the broker would say the same several times over. Of what was sent the answers still come.
    if (announcement?.run.get().delivery.name === 'queued') announcement.run.forget();
    announcement = undefined;
  }

  function announce() {
    cancelNext = clock.after(REBROADCAST_MS, announce);
    dropAnnouncement();
    const tutorName = deps.tutorName();
    const run = devices.broadcast(session.audience, {
      id: session.id,
      peerId: session.peerId,
      ...(tutorName !== undefined && { tutorName }),
      ...(!wasAnnounced && { initial: true }),
    });
    announcement = { run, unfollow: run.subscribe(() => countAnswers(run)) };
    countAnswers(run);
    // Another one after a long break, for the next time. Not waited for: devices that watch would miss the tutor.
    peers.address().then(
      (peerId) => {
        if (!isOver) change({ peerId });
      },
      () => {},
    );
  }

  const encodeFor = (visitor: PeerVisitor) => {
    for (const sender of visitor.senders()) void deps.encode(sender, session.encoding);
  };

  function welcome(visitor: PeerVisitor) {
    const { id } = visitor.sender;
    // It came back before its old connection was found to be dead.
    visitors.get(id)?.close();
    visitors.set(id, visitor);
    change({ viewers: watching(session.count) });
    encodeFor(visitor);
    void visitor.closed.then(() => {
      if (visitors.get(id) !== visitor) return;
      visitors.delete(id);
      if (!isOver) change({ viewers: watching(session.count) });
    });
  }

  const onTrackEnd = () => end(session.source === 'local' ? 'track' : 'source');

  function end(why: ShareEnd) {
    if (isOver) return;
    isOver = true;
    cancelNext();
    dropAnnouncement();
    // First, while the page that leaves still can.
    devices.stopShareScreen(session.audience, session.id);
    stopAwaiting();
    visitors.clear();
    for (const track of session.stream.getTracks()) {
      track.removeEventListener('ended', onTrackEnd);
      track.stop();
    }
    release();
    entry.ended(why);
  }

  /** It is not announced to them again. Of a group nobody is left out. */
  function leaveOut(clientIds: ReadonlySet<string>): boolean {
    if (!('clients' in session.audience)) return false;
    const clients = session.audience.clients.filter(({ clientId }) => !clientIds.has(clientId));
    if (clients.length === 0) return false;
    for (const clientId of clientIds) visitors.get(clientId)?.close();
    change({ audience: { clients }, count: clients.length });
    return true;
  }

  const entry = store.add({
    get: () => session,
    end,
    leaveOut,
    setEncoding(encoding) {
      change({ encoding });
      const [track] = session.source === 'local' ? session.stream.getVideoTracks() : [];
      track
        ?.applyConstraints({ frameRate: { ideal: encoding.maxFramerate } })
        .catch((error: unknown) => console.info('framerate of the captured screen', error));
      for (const visitor of visitors.values()) encodeFor(visitor);
    },
  });
  const stopAwaiting = peers.await(
    {
      purpose: 'share',
      reference: session.id,
      isWelcome: (clientId) => isFor(session, clientId),
      sends: session.stream,
    },
    { visitor: welcome },
  );
  for (const track of session.stream.getTracks()) {
    track.addEventListener('ended', onTrackEnd);
    // The tutor was quicker than we are.
    if (track.readyState === 'ended') queueMicrotask(onTrackEnd);
  }
  announce();
  return session;
}
