import type {
  MqttMessage,
  OpenTransport,
  Outcome,
  PublishOptions,
  TransportEvents,
  TransportLoss,
  TransportRequest,
} from '../broker/mqtt-transport.ts';

export type Published = { topic: string; payload: string; options: PublishOptions };

/** A broker in memory behind `OpenTransport`: accepts everything by default, and can vanish. */
export function createFakeBroker() {
  let current: { events: TransportEvents; alive: boolean; end(): void } | undefined;
  let hasSession = false;
  const broker = {
    /** The answer to the next connections. */
    answer: 'accept' as 'accept' | 'refuse' | 'unreachable' | 'silent',
    outcome: 'sent' as Outcome,
    /** Topics that are refused, regardless of `outcome`. */
    refuse: (_topic: string): boolean => false,
    /** The broker is present but acknowledges no publish. */
    isMute: false,
    published: [] as Published[],
    opened: [] as TransportRequest[],
    filters: new Set<string>(),
    ended: [] as { keepSession: boolean }[],
    pings: 0,
    /** Duration of a ping as measured by the transport; undefined: no answer yet. */
    roundTripMs: 5 as number | undefined,
    /** Number of connections that the other side dropped. */
    dropped: 0,
    connected: () => current?.alive === true,
    deliver(topic: string, body: unknown, more: Omit<MqttMessage, 'topic' | 'payload'> = {}) {
      const payload = body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body));
      if (!current?.alive) return;
      current.events.heard();
      current.events.message({ topic, payload, ...more });
    },
    /** Cuts the connection. */
    lose({ keepSession, ...loss }: { keepSession: boolean } & TransportLoss) {
      hasSession = keepSession;
      if (!current?.alive) return;
      current.alive = false;
      current.end();
      current.events.lost(loss);
    },
    /** Stops all traffic in both directions, without notice. */
    blackHole(options: { keepSession: boolean }) {
      hasSession = options.keepSession;
      if (current) current.alive = false;
    },
    /** Messages published since the last call. */
    take: (): Published[] => broker.published.splice(0),
    open: (async (request, events, signal) => {
      broker.opened.push(request);
      if (broker.answer === 'silent') {
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        return { ok: false, refused: false, message: 'aborted' };
      }
      if (broker.answer === 'unreachable') return { ok: false, refused: false, message: 'closed' };
      if (broker.answer === 'refuse')
        return { ok: false, refused: true, code: 0x87, message: 'Not authorized' };
      const unanswered = new Set<(outcome: Outcome) => void>();
      let ended = false;
      const connection = {
        events,
        alive: true,
        end() {
          ended = true;
          for (const answer of unanswered) answer('unsent');
          unanswered.clear();
        },
      };
      current = connection;
      if (request.clean) broker.filters.clear();
      const sessionPresent = hasSession && !request.clean;
      hasSession = true;
      const ask = (act: () => void): Promise<Outcome> => {
        if (ended) return Promise.resolve('unsent');
        if (!connection.alive || broker.isMute) return new Promise((answer) => unanswered.add(answer));
        if (broker.outcome === 'sent') act();
        return Promise.resolve(broker.outcome);
      };
      return {
        ok: true,
        sessionPresent,
        transport: {
          publish: (topic, payload, options): Promise<Outcome> =>
            broker.refuse(topic)
              ? Promise.resolve('refused')
              : ask(() => broker.published.push({ topic, payload, options })),
          subscribe: (filter) => ask(() => broker.filters.add(filter)),
          unsubscribe: (filter) => ask(() => broker.filters.delete(filter)),
          ping() {
            broker.pings += 1;
            if (!connection.alive) return;
            events.heard();
            if (broker.roundTripMs !== undefined) events.roundTrip(broker.roundTripMs);
          },
          drop() {
            connection.alive = false;
            connection.end();
            broker.dropped += 1;
          },
          end(options) {
            connection.alive = false;
            connection.end();
            hasSession = options.keepSession;
            broker.ended.push(options);
          },
        },
      };
    }) satisfies OpenTransport,
  };
  return broker;
}

/** An unsigned access token of a tutor. Both times in epoch milliseconds. */
export function fakeToken(expiresAt: number, sub = 't1', issuedAt = 0): string {
  const claims = {
    iss: 'test',
    aud: 'test',
    sub,
    kind: 'tutor',
    tenant: 'demo',
    site: 'riverside',
    iat: issuedAt / 1_000,
    exp: expiresAt / 1_000,
  };
  return `x.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.x`;
}
