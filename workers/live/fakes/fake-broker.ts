import type {
  MqttMessage,
  OpenTransport,
  Outcome,
  PublishOptions,
  TransportEvents,
  TransportRequest,
} from '../mqtt-transport.ts';

export type Published = { topic: string; payload: string; options: PublishOptions };

/** A broker in memory behind `OpenTransport`: says yes unless told otherwise, and can vanish. */
export function createFakeBroker() {
  let current: { events: TransportEvents; alive: boolean } | undefined;
  let hasSession = false;
  const broker = {
    /** How the next connections are answered. */
    answer: 'accept' as 'accept' | 'refuse' | 'unreachable' | 'silent',
    outcome: 'sent' as Outcome,
    published: [] as Published[],
    opened: [] as TransportRequest[],
    filters: new Set<string>(),
    ended: [] as { keepSession: boolean }[],
    connected: () => current?.alive === true,
    deliver(topic: string, body: unknown, more: Omit<MqttMessage, 'topic' | 'payload'> = {}) {
      const payload = body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body));
      if (current?.alive) current.events.message({ topic, payload, ...more });
    },
    /** Cuts the connection. */
    lose(options: { keepSession: boolean; message?: string }) {
      const { message, keepSession } = options;
      hasSession = keepSession;
      if (!current?.alive) return;
      current.alive = false;
      current.events.lost(message);
    },
    /** What was published since the last call. */
    take: (): Published[] => broker.published.splice(0),
    open: (async (request, events, signal) => {
      broker.opened.push(request);
      if (broker.answer === 'silent') {
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        return { ok: false, refused: false, message: 'aborted' };
      }
      if (broker.answer === 'unreachable') return { ok: false, refused: false, message: 'closed' };
      if (broker.answer === 'refuse') return { ok: false, refused: true, message: 'Not authorized' };
      const connection = { events, alive: true };
      current = connection;
      if (request.clean) broker.filters.clear();
      const sessionPresent = hasSession && !request.clean;
      hasSession = true;
      const ask = (act: () => void): Promise<Outcome> => {
        if (!connection.alive) return Promise.resolve('unsent');
        if (broker.outcome === 'sent') act();
        return Promise.resolve(broker.outcome);
      };
      return {
        ok: true,
        sessionPresent,
        transport: {
          publish: (topic, payload, options) => ask(() => broker.published.push({ topic, payload, options })),
          subscribe: (filter) => ask(() => broker.filters.add(filter)),
          unsubscribe: (filter) => ask(() => broker.filters.delete(filter)),
          end(options) {
            connection.alive = false;
            hasSession = options.keepSession;
            broker.ended.push(options);
          },
        },
      };
    }) satisfies OpenTransport,
  };
  return broker;
}

/** An unsigned access token of a tutor; `expiresAt` in epoch milliseconds. */
/** Both times in epoch milliseconds. */
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
