/**
 * One running share. It is announced every 10 s, and to new devices in between. Devices that call become
 * viewers, and their picture is encoded. At the end everything is released.
 */
import type { Encoding } from '#domain/encoding.ts';
import type { Clock } from '#protocol/clock.ts';
import type { Audience } from '#protocol/threads/live-action.ts';
import type { DeviceAddress } from '#protocol/threads/live-worker.ts';
import type { AwaitEvents, AwaitedCall, PeerVisitor } from '../peer-visitor.ts';
import type { VideoSender } from './sender-encoding.ts';
import { type Broadcast, createAnnouncements } from './share-announcements.ts';
import type { ShareEnd, ShareSession, ShareSessions } from './share-sessions.ts';
import { createShareViewers } from './share-viewers.ts';

/** Devices that were unreachable are notified of the share within this time. */
export const RESEND_INTERVAL_MS = 10_000;
/** New devices within this time are notified together. */
export const FLUSH_DELAY_MS = 200;
/** For this many new devices, one message to all costs less than one each. */
const MANY = 8;

export type ShareDeps = {
  peers: {
    /** The peer id that devices dial. Rejects with PeerFailure. */
    address(): Promise<string>;
    await(call: AwaitedCall, on: AwaitEvents): () => void;
  };
  devices: {
    broadcast: Broadcast;
    stopShareScreen(audience: Audience, sessionId: string): void;
    /** Calls with each device that joins or rejoins the group; returns the stop. */
    onArrival(groupId: string, call: (device: DeviceAddress) => void): () => void;
  };
  encode(sender: VideoSender, encoding: Encoding): Promise<void>;
  clock: Clock;
  tutorName(): string | undefined;
};

/** The parts of a session that exist before the first viewer. */
export type ShareSource = Omit<ShareSession, 'viewers' | 'declined' | 'startedAt'> & {
  /** Releases the origin of the stream. */
  release(): void;
};

const isFor = ({ audience, sharer }: ShareSession, clientId: string): boolean =>
  clientId !== sharer?.clientId &&
  // A group share admits every device, because only the group knows the session's id.
  (!('clients' in audience) || audience.clients.some((client) => client.clientId === clientId));

/** A selected device no longer counts when another user is signed in there. */
const isStillFor = (session: ShareSession, { clientId, userId, authType }: DeviceAddress): boolean =>
  isFor(session, clientId) &&
  (!('clients' in session.audience) ||
    session.audience.clients.some(
      (client) => client.clientId === clientId && client.userId === userId && client.authType === authType,
    ));

/** Calls once any track of the stream ends. The returned function stops the tracks without a call. */
function followTracks(stream: MediaStream, ended: () => void): () => void {
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', ended);
    // The tutor ended the capture before this share began.
    if (track.readyState === 'ended') queueMicrotask(ended);
  }
  return () => {
    for (const track of stream.getTracks()) {
      track.removeEventListener('ended', ended);
      track.stop();
    }
  };
}

/** Collects new devices for a moment and reports them together. */
function createGathering(clock: Clock, report: (devices: DeviceAddress[]) => void) {
  const gathered = new Map<string, DeviceAddress>();
  let cancel: (() => void) | undefined;
  return {
    add(device: DeviceAddress): void {
      gathered.set(device.clientId, device);
      cancel ??= clock.after(FLUSH_DELAY_MS, () => {
        cancel = undefined;
        const devices = [...gathered.values()];
        gathered.clear();
        report(devices);
      });
    },
    end: () => cancel?.(),
  };
}

export function runShare(source: ShareSource, deps: ShareDeps, store: ShareSessions): ShareSession {
  const { release, ...given } = source;
  const { peers, devices, clock } = deps;
  let session: ShareSession = { ...given, viewers: 0, declined: 0, startedAt: clock.now() };
  let cancelNext: () => void = () => {};
  let isOver = false;

  function change(part: Partial<ShareSession>): void {
    const isSame = Object.entries(part).every(([key, value]) => session[key as keyof ShareSession] === value);
    if (isSame) return;
    session = { ...session, ...part };
    entry.changed();
  }

  const viewers = createShareViewers(() => change({ viewers: watching(session.count) }));
  /** A device that left the group counts as connected until its connection times out. */
  const watching = (count: number) => Math.min(viewers.count(), count);

  const announcements = createAnnouncements({
    broadcast: devices.broadcast,
    tutorName: deps.tutorName,
    session: () => session,
    answered(counts) {
      // Only for a group do the answers give the number of devices.
      if ('groupId' in session.audience) {
        change({ count: counts.devices, viewers: watching(counts.devices) });
      }
      change({ declined: counts.declined });
    },
  });

  function announce(): void {
    cancelNext();
    cancelNext = clock.after(RESEND_INTERVAL_MS, announce);
    announcements.toAll();
    // After a long break the peer id changes, and applies to the next announcement. This one does not wait
    // for it, because viewers would time out.
    peers.address().then(
      (peerId) => {
        if (!isOver) change({ peerId });
      },
      () => {},
    );
  }

  const newcomers = createGathering(clock, (arrived) => {
    const clients = arrived.filter((device) => isStillFor(session, device));
    if (clients.length >= MANY) announce();
    else if (clients.length > 0) announcements.toSome(clients);
  });

  const encodeFor = (visitor: PeerVisitor) => {
    for (const sender of visitor.senders()) void deps.encode(sender, session.encoding);
  };

  function end(why: ShareEnd): void {
    if (isOver) return;
    isOver = true;
    cancelNext();
    stopArrivals();
    newcomers.end();
    announcements.drop();
    // First of all messages, while an unloading page can still send.
    devices.stopShareScreen(session.audience, session.id);
    stopAwaiting();
    viewers.end();
    stopTracks();
    release();
    entry.ended(why);
  }

  /** Excludes clients from later announcements. A group share excludes no device. */
  function leaveOut(clientIds: ReadonlySet<string>): boolean {
    if (!('clients' in session.audience)) return false;
    const clients = session.audience.clients.filter(({ clientId }) => !clientIds.has(clientId));
    if (clients.length === 0) return false;
    viewers.close(clientIds);
    change({ audience: { clients }, count: clients.length });
    return true;
  }

  function setEncoding(encoding: Encoding): void {
    change({ encoding });
    const [track] = session.source === 'local' ? session.stream.getVideoTracks() : [];
    track
      ?.applyConstraints({ frameRate: { ideal: encoding.maxFramerate } })
      .catch((error: unknown) => console.info('framerate of the captured screen', error));
    for (const visitor of viewers.visitors()) encodeFor(visitor);
  }

  const entry = store.add({ get: () => session, end, leaveOut, setEncoding });
  const stopAwaiting = peers.await(
    {
      purpose: 'share',
      reference: session.id,
      isWelcome: (clientId) => isFor(session, clientId),
      sends: session.stream,
    },
    {
      visitor(visitor) {
        viewers.welcome(visitor);
        encodeFor(visitor);
      },
    },
  );
  const stopTracks = followTracks(session.stream, () => end(session.source === 'local' ? 'track' : 'source'));
  const { groupId } = session;
  const stopArrivals = groupId === undefined ? () => {} : devices.onArrival(groupId, newcomers.add);
  announce();
  return session;
}
