/**
 * One share while it runs: it is announced every 10 s, and to devices that come in between; its viewers are taken in, its
 * picture is encoded; at its end nothing of it is left.
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

/** Devices that were out of reach hear of the share within it. */
export const REBROADCAST_MS = 10_000;
/** Devices that come within it hear of the share together. */
export const GATHER_MS = 200;
/** From here on one message to all costs less than one to each. */
const MANY = 8;

export type ShareDeps = {
  peers: {
    /** Where devices dial. Rejects with PeerFailure. */
    address(): Promise<string>;
    await(call: AwaitedCall, on: AwaitEvents): () => void;
  };
  devices: {
    broadcast: Broadcast;
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

/** Calls once a track of the stream ends, however that comes; the returned function stops the tracks, without a call. */
function followTracks(stream: MediaStream, ended: () => void): () => void {
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', ended);
    // The tutor has ended the capture before this share began.
    if (track.readyState === 'ended') queueMicrotask(ended);
  }
  return () => {
    for (const track of stream.getTracks()) {
      track.removeEventListener('ended', ended);
      track.stop();
    }
  };
}

/** Tells together what comes within a moment. */
function createGathering(clock: Clock, tell: (devices: DeviceAddress[]) => void) {
  const gathered = new Map<string, DeviceAddress>();
  let cancel: (() => void) | undefined;
  return {
    add(device: DeviceAddress): void {
      gathered.set(device.clientId, device);
      cancel ??= clock.after(GATHER_MS, () => {
        cancel = undefined;
        const devices = [...gathered.values()];
        gathered.clear();
        tell(devices);
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
  /** A device that has left the group stays connected until the connection is found to be dead. */
  const watching = (count: number) => Math.min(viewers.count(), count);

  const announcements = createAnnouncements({
    broadcast: devices.broadcast,
    tutorName: deps.tutorName,
    session: () => session,
    answered(counts) {
      // Only of a group the answers tell how many there are.
      if ('groupId' in session.audience) {
        change({ count: counts.devices, viewers: watching(counts.devices) });
      }
      change({ declined: counts.declined });
    },
  });

  function announce(): void {
    cancelNext();
    cancelNext = clock.after(REBROADCAST_MS, announce);
    announcements.toAll();
    // After a long break the address is another one, for the next time. It is not waited for: devices that watch
    // would miss the tutor.
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
    // First of all that goes out, while a page that leaves still can send.
    devices.stopShareScreen(session.audience, session.id);
    stopAwaiting();
    viewers.end();
    stopTracks();
    release();
    entry.ended(why);
  }

  /** The share is not announced to them again. Of a group no device is left out. */
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
