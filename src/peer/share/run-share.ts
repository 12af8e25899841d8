/** One share while it runs: announced every 10 s and to who comes meanwhile, its viewers taken in, its picture encoded, everything of it ended. */
import type { Encoding } from '#domain/encoding.ts';
import type { ActionInput } from '#protocol/action-parameters.ts';
import type { Clock } from '#protocol/clock.ts';
import type { Answer, Audience } from '#protocol/threads/live-action.ts';
import type { DeviceAddress } from '#protocol/threads/live-worker.ts';
import type { ActionRun } from '../../live/action-run.ts';
import type { AwaitEvents, AwaitedCall, PeerVisitor } from '../peer-visitor.ts';
import type { VideoSender } from './sender-encoding.ts';
import type { ShareEnd, ShareSession, ShareSessions } from './share-sessions.ts';

/** Part 1 §9 (SHARE-03): so that late devices hear of it. */
export const REBROADCAST_MS = 10_000;
/** Devices that come within it are told together. */
export const GATHER_MS = 200;
/** From here on one message to all costs less than one to each. */
const MANY = 8;

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
    /** Calls with each device that comes to the group, or comes back; returns the stop. */
    onArrival(groupId: string, call: (device: DeviceAddress) => void): () => void;
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

/** A device that was selected is not any more when somebody else sits there. */
const isStillFor = (session: ShareSession, { clientId, userId, authType }: DeviceAddress): boolean =>
  isFor(session, clientId) &&
  (!('clients' in session.audience) ||
    session.audience.clients.some(
      (client) => client.clientId === clientId && client.userId === userId && client.authType === authType,
    ));

export function runShare(source: ShareSource, deps: ShareDeps, store: ShareSessions): ShareSession {
  const { release, ...given } = source;
  const { peers, devices, clock } = deps;
  const visitors = new Map<string, PeerVisitor>();
  /** By clientId: what each has said last. */
  const said = new Map<string, Answer['state']>();
  let session: ShareSession = { ...given, viewers: 0, declined: 0, startedAt: clock.now() };
  /** The last announcement to all, and those to who has come since. */
  let announcements: { run: ShareRun; unfollow(): void }[] = [];
  const newcomers = new Map<string, DeviceAddress>();
  let cancelNewcomers: (() => void) | undefined;
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
  function countAnswers() {
    const [toAll] = announcements;
    wasAnnounced ||= toAll?.run.get().delivery.name === 'sent';
    const answers = new Map(announcements.flatMap(({ run }) => [...run.get().answers]));
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

  function dropAnnouncements() {
    for (const { run, unfollow } of announcements) {
      unfollow();
      // What waits for the broker would say the same several times over. Of what was sent the answers still come.
      if (run.get().delivery.name === 'queued') run.forget();
    }
    announcements = [];
  }

  function say(audience: Audience) {
    const tutorName = deps.tutorName();
    const { id, peerId, startedAt } = session;
    const run = devices.broadcast(audience, {
      ...{ id, peerId, startedAt },
      ...(tutorName !== undefined && { tutorName }),
      ...(!wasAnnounced && { initial: true }),
    });
    announcements.push({ run, unfollow: run.subscribe(countAnswers) });
    countAnswers();
  }

  function announce() {
    cancelNext();
    cancelNext = clock.after(REBROADCAST_MS, announce);
    dropAnnouncements();
    say(session.audience);
    // Another one after a long break, for the next time. Not waited for: devices that watch would miss the tutor.
    peers.address().then(
      (peerId) => {
        if (!isOver) change({ peerId });
      },
      () => {},
    );
  }

  function tellNewcomers() {
    cancelNewcomers = undefined;
    const clients = [...newcomers.values()].filter((device) => isStillFor(session, device));
    newcomers.clear();
    if (clients.length >= MANY) announce();
    else if (clients.length > 0) say({ clients });
  }

  function arrived(device: DeviceAddress) {
    newcomers.set(device.clientId, device);
    cancelNewcomers ??= clock.after(GATHER_MS, tellNewcomers);
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
    stopArrivals();
    cancelNewcomers?.();
    dropAnnouncements();
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
  const { groupId } = session;
  const stopArrivals = groupId === undefined ? () => {} : devices.onArrival(groupId, arrived);
  announce();
  return session;
}
