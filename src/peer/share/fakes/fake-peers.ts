/** Peers whose calls and their outcomes are controlled by the test. */
import type { AwaitEvents, AwaitedCall, PeerVisitor, VisitEnd } from '#peer/peer-visitor.ts';

export type FakeVisitor = ReturnType<typeof createFakeVisitor>;

export function createFakeVisitor(clientId: string, stream?: MediaStream) {
  let close: (how: VisitEnd) => void = () => {};
  const closed = new Promise<VisitEnd>((resolve) => {
    close = resolve;
  });
  const sender = { track: { kind: 'video' } } as RTCRtpSender;
  const listeners = new Set<(stream: MediaStream) => void>();
  let isClosed = false;
  const end = (how: VisitEnd) => {
    isClosed = true;
    close(how);
  };
  const visitor: PeerVisitor = {
    sender: { kind: 'device', id: clientId },
    connection: `connection-${clientId}`,
    stream: () => stream,
    onStream(call) {
      if (stream) call(stream);
      listeners.add(call);
      return () => void listeners.delete(call);
    },
    channel: undefined,
    senders: () => [sender],
    closed,
    close: () => end('ended'),
    stats: async () => new Map() as unknown as RTCStatsReport,
  };
  return {
    visitor,
    sender,
    end,
    isClosed: () => isClosed,
    show(shown: MediaStream) {
      for (const call of [...listeners]) call(shown);
    },
  };
}

export function createFakePeers() {
  type Awaiting = { call: AwaitedCall; on: AwaitEvents; visitors: FakeVisitor[] };
  const awaiting = new Set<Awaiting>();
  let failure: Error | undefined;
  let peerId = 'tab';
  let held: Promise<string> | undefined;
  const find = (purpose: AwaitedCall['purpose']) =>
    [...awaiting].find(({ call }) => call.purpose === purpose);
  return {
    peers: {
      address: () => held ?? (failure ? Promise.reject(failure) : Promise.resolve(peerId)),
      await(call: AwaitedCall, on: AwaitEvents) {
        const entry: Awaiting = { call, on, visitors: [] };
        awaiting.add(entry);
        return () => {
          awaiting.delete(entry);
          for (const each of entry.visitors) each.visitor.close();
        };
      },
    },
    /** Number of awaited kinds of calls. */
    awaitedCount: () => awaiting.size,
    awaited: (purpose: AwaitedCall['purpose']) => find(purpose)?.call,
    failWith(error: Error | undefined) {
      failure = error;
    },
    /** Withholds the address until the returned function is called. */
    holdAddress(): (address: string) => void {
      let answer: (address: string) => void = () => {};
      held = new Promise((resolve) => {
        answer = resolve;
      });
      return (address) => answer(address);
    },
    moveTo(address: string) {
      peerId = address;
    },
    /** Undefined if this client is refused. */
    call(purpose: AwaitedCall['purpose'], clientId: string, stream?: MediaStream): FakeVisitor | undefined {
      const entry = find(purpose);
      if (!entry?.call.isWelcome(clientId)) return undefined;
      const fake = createFakeVisitor(clientId, stream);
      entry.visitors.push(fake);
      entry.on.visitor(fake.visitor);
      return fake;
    },
    failCall: (purpose: AwaitedCall['purpose'], clientId: string) => find(purpose)?.on.failed?.(clientId),
  };
}
