/** A peer server, a WebRTC library and a student's files that a test controls. */

import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import type { PeerClient, PeerOrigin } from '#protocol/peer/peer-client.ts';
import type { PeerPayload } from '#protocol/peer/peer-payload.ts';
import type { TransferEnd } from '#protocol/transfer/transfer.ts';
import { createPeerWorld, type PeerWorldDeps } from '../create-peer-world.ts';
import type { NewPeerOptions, SimplePeerInstance } from '../simple-peer.ts';

export const TUTOR = 'tutor-peer';

export type FakePeer = SimplePeerInstance & {
  options: NewPeerOptions;
  signals: object[];
  transceivers: string[];
  channels: { label: string; id: number | undefined; negotiated: boolean | undefined }[];
  /** One sender for each sent track. */
  senders: { track: MediaStreamTrack; replaceTrack(next: MediaStreamTrack): Promise<void> }[];
  /** Emits an event of simple-peer. */
  emit(event: 'signal' | 'connect' | 'close' | 'stream' | 'error', value?: unknown): void;
};

function createFakeSender(track: MediaStreamTrack): FakePeer['senders'][number] {
  const sender = {
    track,
    async replaceTrack(next: MediaStreamTrack) {
      sender.track = next;
    },
  };
  return sender;
}

function createFakePeer(options: NewPeerOptions): FakePeer {
  const listeners = new Map<string, ((value: unknown) => void)[]>();
  const peer = {
    options,
    destroyed: false,
    signals: [] as object[],
    transceivers: [] as string[],
    channels: [] as FakePeer['channels'],
    senders: options.streams.flatMap((stream) => stream.getTracks()).map(createFakeSender),
    emit(event: string, value?: unknown) {
      for (const call of listeners.get(event) ?? []) call(value);
    },
    on: (event: string, call: (value: never) => void) =>
      void listeners.set(event, [...(listeners.get(event) ?? []), call as (value: unknown) => void]),
    signal: (data: object) => void peer.signals.push(data),
    addTransceiver: (kind: string, { direction }: { direction?: string }) =>
      void peer.transceivers.push(`${kind} ${direction}`),
    destroy() {
      peer.destroyed = true;
    },
    _pc: {
      getSenders: () => peer.senders,
      createDataChannel(label: string, { id, negotiated }: RTCDataChannelInit) {
        const channel = { label, id, negotiated };
        peer.channels.push(channel);
        return channel;
      },
    },
  };
  return peer as unknown as FakePeer;
}

export type FakeStream = MediaStream & {
  released: number;
  /** The track that is sent now. */
  track: MediaStreamTrack;
  endTrack(): void;
  /** The student shares something else. Returns the new track. */
  change(): MediaStreamTrack;
};

function createFakeStream(replace: Parameters<PeerWorldDeps['screens']['stream']>[1]): FakeStream {
  const stream = {
    released: 0,
    track: new EventTarget() as MediaStreamTrack,
    getTracks: () => [stream.track],
    endTrack: () => stream.track.dispatchEvent(new Event('ended')),
    change() {
      const before = stream.track;
      stream.track = new EventTarget() as MediaStreamTrack;
      replace(before, stream.track);
      return stream.track;
    },
  };
  return stream as unknown as FakeStream;
}

export type FakeTransfer = {
  channel: RTCDataChannel;
  call: { reference: string };
  stopped: ('cancel' | 'pause')[];
  end(how: TransferEnd | 'refused'): void;
};

/** A client of the peer server, with the sent messages and the listeners that a test may call. */
function createFakeClient(onClose: () => void) {
  const onSignal = new Set<(from: PeerOrigin, payload: PeerPayload) => void>();
  const onGone = new Set<(peerId: string) => void>();
  const sent: { dst: string; payload: PeerPayload }[] = [];
  const left: string[] = [];
  const client: PeerClient = {
    address: async () => 'device-peer',
    send: (dst, payload) => sent.push({ dst, payload }),
    leave: (dst) => left.push(dst),
    onSignal(call) {
      onSignal.add(call);
      return () => onSignal.delete(call);
    },
    onGone(call) {
      onGone.add(call);
      return () => onGone.delete(call);
    },
    close: onClose,
  };
  return { client, onSignal, onGone, sent, left };
}

export function createPeerFixture(overrides: Partial<PeerWorldDeps> = {}) {
  const clock = createFakeClock();
  const peers: FakePeer[] = [];
  const transfers: FakeTransfer[] = [];
  const streams: FakeStream[] = [];
  const shown: { tutorName: string | undefined; stopped: number; refuse(): void }[] = [];
  const seen = { closed: 0, hasScreen: true, hasFile: true };

  const { client, onSignal, onGone, sent, left } = createFakeClient(() => seen.closed++);
  const transfer = (channel: RTCDataChannel, call: { reference: string }) => {
    let resolveEnd: (how: TransferEnd | 'refused') => void = () => {};
    const ended = new Promise<TransferEnd | 'refused'>((resolve) => {
      resolveEnd = resolve;
    });
    const stopped: ('cancel' | 'pause')[] = [];
    transfers.push({ channel, call, stopped, end: resolveEnd });
    return { ended, stop: (how: 'cancel' | 'pause') => stopped.push(how) };
  };
  const newPeer = (options: NewPeerOptions): FakePeer => {
    const peer = createFakePeer(options);
    peers.push(peer);
    return peer;
  };
  const world = createPeerWorld({
    client,
    clock,
    newPeer,
    newId: () => `c${peers.length}`,
    iceServers: async () => [{ urls: 'stun:stun.example' }],
    screens: {
      has: () => seen.hasScreen,
      stream(_, replace) {
        if (!seen.hasScreen) return undefined;
        const stream = createFakeStream(replace);
        streams.push(stream);
        return stream;
      },
      release(stream) {
        (stream as FakeStream).released++;
      },
    },
    show(_, tutorName) {
      let refuse = () => {};
      const refused = new Promise<void>((resolve) => {
        refuse = resolve;
      });
      const one = { tutorName, stopped: 0, refuse };
      shown.push(one);
      return { refused, stop: () => one.stopped++ };
    },
    files: {
      receive: transfer,
      send: (channel, call) => (seen.hasFile ? transfer(channel, call) : undefined),
    },
    ...overrides,
  });

  const peer = (): FakePeer => {
    const last = peers.at(-1);
    if (last === undefined) throw new Error('No connection was made');
    return last;
  };
  const signal = async (
    data: PeerPayload['signal'],
    from: Partial<PeerOrigin> = {},
    connection = `c${peers.length - 1}`,
  ) => {
    const payload = { connection, purpose: 'live', reference: 'r', signal: data } as const;
    const origin = { peerId: TUTOR, sender: { kind: 'tutor', id: 't1' }, ...from } as const;
    for (const call of [...onSignal]) call(origin, payload);
    await clock.advance(0);
  };
  return {
    clock,
    world,
    client,
    newPeer,
    sent,
    left,
    peers,
    peer,
    transfers,
    streams,
    shown,
    seen,
    signal,
    listeners: () => onSignal.size + onGone.size,
    gone: async (peerId = TUTOR) => {
      for (const call of [...onGone]) call(peerId);
      await clock.advance(0);
    },
    /** Lets the newest connection open. */
    async open() {
      await clock.advance(0);
      await signal({ type: 'answer', sdp: 'v=0' });
      peer().emit('connect');
      await clock.advance(0);
    },
    /** Ends the newest connection, like the other side or the network does. */
    async close(how: 'left' | 'broken' | 'aborted') {
      const code = { broken: 'Ice connection failed.', aborted: 'User-Initiated Abort, reason=Close called' };
      if (how !== 'left') peer().emit('error', new Error(code[how]));
      peer().emit('close');
      await clock.advance(0);
    },
    transfer(): FakeTransfer {
      const last = transfers.at(-1);
      if (last === undefined) throw new Error('No transfer was begun');
      return last;
    },
  };
}
