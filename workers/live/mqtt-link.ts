/**
 * The one broker connection of this browser profile, tenant and site: its states, reconnects, tokens and
 * subscriptions. What is published while it is away is answered `unsent`; the owner of the message decides.
 */

import { TIMING } from '#domain/timing.ts';
import { type AccessTokenClaims, mqttClientId, readClaims } from '#protocol/access-token.ts';
import type { TutorLastWill } from '#protocol/demand.ts';
import type { ConnectionState, LiveSession } from '#protocol/live-worker.ts';
import { tutorLastWill } from '#protocol/topics.ts';
import type { Clock } from './clock.ts';
import type { MqttMessage, OpenTransport, Outcome, PublishOptions, Transport } from './mqtt-transport.ts';

export type MqttLinkDeps = {
  openTransport: OpenTransport;
  clock: Clock;
  /** 0 ≤ x < 1. */
  random(): number;
  /**
   * Tells this worker from the tutor's other browsers, in the client identifier and as the source in its last will;
   * stable, so that a reconnect resumes the session.
   */
  instance: string;
  /** A token good for at least 30 s; undefined when no tab has one. `renew`: ask the tabs for it (RT-04). */
  token(options: { renew: boolean }): Promise<string | undefined>;
  onState(state: ConnectionState): void;
  onMessage(message: MqttMessage): void;
  /** After the subscriptions went out. `resumed`: the broker kept session and subscriptions. */
  onConnected(resumed: boolean): void;
  log(text: string): void;
};

export type MqttLink = {
  state(): ConnectionState;
  /** Starts connecting; does nothing when it is under way already. */
  start(session: LiveSession): void;
  /** Reconnects with a newer token before the old one expires; the shown state stays `connected`. */
  renew(token: string): void;
  publish(topic: string, payload: string, options: PublishOptions): Promise<Outcome>;
  /** Holds a subscription over reconnects. Refused ones are asked again on a new connection. */
  subscribe(filter: string, qos: 0 | 1): void;
  unsubscribe(filter: string): void;
  /** Publishes the tutor's last will itself, then disconnects and forgets all subscriptions. `start` may follow. */
  close(): Promise<void>;
};

type Reason = Extract<ConnectionState, { name: 'reconnecting' }>['code'];
type Phase =
  | { name: 'idle' }
  | { name: 'opening'; abort: AbortController }
  | { name: 'open'; transport: Transport; claims: AccessTokenClaims }
  | { name: 'waiting'; stop: () => void };

const FIRST_RETRY_MS = 250;
/** When no tab has brought a newer token by then, the worker asks for one. */
const RENEW_BEFORE_EXPIRY_MS = 45_000;
const LAST_WILL_MS = 1_000;

export function createMqttLink(deps: MqttLinkDeps): MqttLink {
  const { clock } = deps;
  const willPayload = JSON.stringify({ source: deps.instance } satisfies TutorLastWill);
  let state: ConnectionState = { name: 'connecting', attempt: 1 };
  let phase: Phase = { name: 'idle' };
  let session: LiveSession | undefined;
  let failures = 0;
  let everConnected = false;
  let connectedSince = 0;
  let stopRenewal: () => void = () => {};
  const filters = new Map<string, { qos: 0 | 1; confirmed: boolean }>();
  /** Unsubscribed while away, but still in the session that the broker keeps. */
  const leftovers = new Set<string>();

  const show = (next: ConnectionState) => {
    state = next;
    deps.onState(next);
  };

  async function open(options: { renew: boolean }): Promise<void> {
    if (!session) return;
    const { mqttUrl: url, tutorId, ...scope } = session;
    const abort = new AbortController();
    phase = { name: 'opening', abort };
    const stale = () => abort.signal.aborted;
    let timedOut = false;
    // One limit for the token and the connection together, so that a tab that hangs cannot hold us up.
    const stopTimeout = clock.after(TIMING.brokerConnectTimeoutMs, () => {
      timedOut = true;
      abort.abort();
      fail('broker-timeout', `Connection timeout to URL ${url}`);
    });
    abort.signal.addEventListener('abort', stopTimeout, { once: true });
    const token = await deps.token(options);
    const claims = token === undefined ? undefined : readClaims(token);
    if (stale()) return;
    if (token === undefined || !claims) {
      stopTimeout();
      fail('broker-refused', 'No access token');
      return;
    }
    const request = {
      url,
      token,
      clientId: mqttClientId(claims, deps.instance),
      clean: !everConnected,
      will: { topic: tutorLastWill(scope, tutorId), payload: willPayload },
    };
    let mine: Transport | undefined;
    const result = await deps.openTransport(
      request,
      {
        message: deps.onMessage,
        lost: (message) => {
          if (phase.name === 'open' && phase.transport === mine) {
            fail('broker-silent', message ?? 'Broker does not respond');
          }
        },
      },
      abort.signal,
    );
    stopTimeout();
    if (timedOut) return;
    if (stale()) {
      if (result.ok) result.transport.end({ keepSession: false });
      return;
    }
    if (!result.ok) {
      fail(
        result.refused ? 'broker-refused' : 'broker-silent',
        result.refused ? result.message : 'Broker does not respond',
      );
      return;
    }
    mine = result.transport;
    opened(mine, claims, result.sessionPresent);
  }

  function opened(transport: Transport, claims: AccessTokenClaims, sessionPresent: boolean) {
    phase = { name: 'open', transport, claims };
    const resumed = everConnected && sessionPresent;
    everConnected = true;
    failures = 0;
    if (!resumed) for (const held of filters.values()) held.confirmed = false;
    else for (const filter of leftovers) void transport.unsubscribe(filter);
    leftovers.clear();
    for (const filter of filters.keys()) confirm(filter);
    const renewInMs = claims.exp * 1_000 - clock.now() - RENEW_BEFORE_EXPIRY_MS;
    stopRenewal = clock.after(Math.max(renewInMs, 1_000), reopen);
    if (state.name !== 'connected') {
      connectedSince = clock.now();
      show({ name: 'connected', since: connectedSince });
    }
    deps.onConnected(resumed);
  }

  function confirm(filter: string) {
    const held = filters.get(filter);
    if (phase.name !== 'open' || !held || held.confirmed) return;
    const { transport } = phase;
    // Confirmed while the answer is awaited, so that it is asked once; withdrawn if it does not hold.
    held.confirmed = true;
    void transport.subscribe(filter, held.qos).then((outcome) => {
      if (outcome === 'sent') return;
      held.confirmed = false;
      if (outcome === 'refused') deps.log(`subscription refused: ${filter}`);
    });
  }

  /** Ends this connection and opens the next at once; the session bridges the gap. */
  function reopen() {
    if (phase.name !== 'open') return;
    stopRenewal();
    phase.transport.end({ keepSession: true });
    void open({ renew: true });
  }

  function fail(code: Reason, message: string) {
    stopRenewal();
    failures += 1;
    deps.log(`broker connection: ${message} (attempt ${failures})`);
    show({ name: 'reconnecting', attempt: failures, code, message, everConnected });
    const ceilingMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), TIMING.reconnectCheckMs);
    const stop = clock.after(ceilingMs * (0.5 + deps.random() / 2), () => void open({ renew: true }));
    phase = { name: 'waiting', stop };
  }

  return {
    state: () => state,
    start(next) {
      session = next;
      if (phase.name !== 'idle') return;
      everConnected = false;
      failures = 0;
      show({ name: 'connecting', attempt: 1 });
      void open({ renew: false });
    },
    renew(token) {
      const claims = readClaims(token);
      if (phase.name === 'open' && claims && claims.exp > phase.claims.exp) reopen();
      else if (phase.name === 'waiting') {
        // Refused with the old token, perhaps: no reason to wait any longer.
        phase.stop();
        void open({ renew: false });
      }
    },
    publish: async (topic, payload, options) =>
      phase.name === 'open' ? phase.transport.publish(topic, payload, options) : 'unsent',
    subscribe(filter, qos) {
      leftovers.delete(filter);
      if (!filters.has(filter)) filters.set(filter, { qos, confirmed: false });
      confirm(filter);
    },
    unsubscribe(filter) {
      if (!filters.delete(filter)) return;
      if (phase.name === 'open') void phase.transport.unsubscribe(filter);
      else leftovers.add(filter);
    },
    async close() {
      const last = phase;
      const closing = session;
      phase = { name: 'idle' };
      session = undefined;
      stopRenewal();
      filters.clear();
      leftovers.clear();
      if (last.name === 'waiting') last.stop();
      if (last.name === 'opening') last.abort.abort();
      if (last.name === 'idle') return;
      show({ name: 'disconnecting' });
      if (last.name !== 'open' || !closing) return;
      const willSent = last.transport.publish(tutorLastWill(closing, closing.tutorId), willPayload, {
        qos: 1,
      });
      await Promise.race([willSent, new Promise<void>((done) => clock.after(LAST_WILL_MS, done))]);
      last.transport.end({ keepSession: false });
    },
  };
}
