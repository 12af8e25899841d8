/**
 * The one broker connection of this browser profile, tenant and site: its states, reconnects and tokens.
 * Publishing without a connection returns `unsent`; the owner of the message decides what to do.
 */
import { readClaims } from '#protocol/auth/access-token.ts';
import type { ConnectionState, LiveSession } from '#protocol/threads/live-worker.ts';
import {
  type BrokerConnection,
  type ConnectionDeps,
  type ConnectionEnd,
  type ConnectionEvents,
  type Failure,
  openConnection,
} from './broker-connection.ts';
import { lastWillOf, publishLastWill } from './last-will.ts';
import type { MqttMessage, Outcome, PublishOptions, Transport } from './mqtt-transport.ts';
import { retryDelayMs } from './retry-delay.ts';
import { createSubscriptions } from './subscriptions.ts';
import { createTokenRenewal, type TokenRenewalDeps } from './token-renewal.ts';

/**
 * `instance` distinguishes this worker from the tutor's other browsers, in the client identifier and as the
 * source in its last will. It is stable, so that a reconnect resumes the session.
 */
export type BrokerLinkDeps = ConnectionDeps &
  TokenRenewalDeps & {
    /** 0 ≤ x < 1. */
    random(): number;
  };

export type LinkEvents = {
  onState(state: ConnectionState): void;
  onMessage(message: MqttMessage): void;
  /** The broker answered a ping after this many milliseconds. */
  onRoundTrip(ms: number): void;
  /** Called after the subscriptions were sent. */
  onConnected(how: Connected & { transport: Transport }): void;
};

/** `resumed`: the broker kept session and subscriptions. `renewed`: only the token is new, without a gap. */
export type Connected = { resumed: boolean; renewed: boolean };

export type BrokerLink = {
  state(): ConnectionState;
  /** Starts connecting; otherwise only replaces session and events. */
  start(session: LiveSession, events: LinkEvents): void;
  /** Reconnects with a newer token before the old one expires; the shown state stays `connected`. */
  renew(token: string): void;
  /** The network or the machine is back, or a tab is visible again: retry now, or check the connection. */
  hurry(): void;
  publish(topic: string, payload: string, options: PublishOptions): Promise<Outcome>;
  /** Requests a ping response, which is reported through `onRoundTrip`. Does nothing without a connection. */
  ping(): void;
  /**
   * Epoch ms when the present connection was started, also in its last will; increases with every connection.
   */
  since(): number;
  /**
   * Maintains a subscription over reconnects. Refused ones are requested again on a new connection. `again`:
   * also subscribes if already subscribed, because the broker may have dropped it without notice.
   */
  subscribe(filter: string, qos: 0 | 1, how?: { again: boolean }): void;
  unsubscribe(filter: string): void;
  /** Publishes the last will itself, disconnects and removes all subscriptions. `start` may follow. */
  close(): Promise<void>;
};

type Phase =
  | { name: 'idle' }
  | { name: 'opening'; abort: AbortController; since: number }
  | BrokerConnection
  | { name: 'waiting'; stop: () => void };

/**
 * State from earlier attempts. `failures`: in a row. `rejected`: the token that the broker refused last.
 * `heardAt`: epoch ms of the last message on the previous connection.
 */
type Past = {
  failures: number;
  everConnected: boolean;
  rejected: string | undefined;
  heardAt: number | undefined;
};
const NOTHING_YET: Past = { failures: 0, everConnected: false, rejected: undefined, heardAt: undefined };

/** An older attempt may have started on another network, so it is restarted. */
const MAX_AGE_MS = 1_000;

export function createBrokerLink(deps: BrokerLinkDeps): BrokerLink {
  const { clock, instance } = deps;
  const subscriptions = createSubscriptions(deps);
  const renewal = createTokenRenewal(deps);
  let state: ConnectionState = { name: 'connecting', attempt: 1 };
  let phase: Phase = { name: 'idle' };
  let owner: { session: LiveSession; events: LinkEvents } | undefined;
  let past = NOTHING_YET;
  let since = 0;

  function show(next: ConnectionState, events = owner?.events) {
    state = next;
    events?.onState(next);
  }

  /** Aborts any wait or attempt, and starts a new one. */
  async function open({ renew }: { renew: boolean }): Promise<void> {
    leave(phase);
    if (!owner) return;
    const { session, events } = owner;
    const abort = new AbortController();
    const startedAt = clock.now();
    phase = { name: 'opening', abort, since: startedAt };
    since = Math.max(Math.round(startedAt), since + 1);
    const request = { session, since, clean: !past.everConnected, token: { renew, rejected: past.rejected } };
    const outcome = await openConnection(deps, request, connectionEvents(events, onEnded), abort);
    const isOurs = phase.name === 'opening' && phase.abort === abort;
    if (outcome.name === 'open') {
      if (isOurs) opened(outcome, events);
      else outcome.transport.end({ keepSession: false });
    } else if (outcome.name === 'failed' && isOurs) fail(outcome, startedAt);
  }

  function opened(connection: BrokerConnection, events: LinkEvents) {
    phase = connection;
    const resumed = past.everConnected && connection.sessionPresent;
    const renewed = state.name === 'connected';
    past = { ...NOTHING_YET, everConnected: true };
    subscriptions.connected(connection.transport, resumed);
    renewal.start(connection.claims, reopen);
    if (!renewed) show({ name: 'connected', since: clock.now() });
    events.onConnected({ transport: connection.transport, resumed, renewed });
  }

  /** Closes this connection and opens the next immediately; the broker session bridges the gap. */
  function reopen() {
    if (phase.name !== 'open') return;
    phase.transport.end({ keepSession: true });
    void open({ renew: false });
  }

  /** Stops timers and requests of this phase; the caller closes the connection itself. */
  function leave(left: Phase) {
    if (left.name === 'waiting') left.stop();
    if (left.name === 'opening') left.abort.abort();
    if (left.name !== 'open') return;
    renewal.stop();
    past = { ...past, heardAt: left.silence.stop() };
    subscriptions.disconnected();
  }

  function onEnded(connection: BrokerConnection, end: ConnectionEnd) {
    if (phase !== connection) return;
    if (end.name === 'failed') fail(end, clock.now());
    else void open({ renew: true });
  }

  /** `startedAt`: start of the failed attempt, or the end of the connection. */
  function fail({ code, message, rejected = past.rejected }: Failure, startedAt: number) {
    leave(phase);
    past = { ...past, failures: past.failures + 1, rejected };
    const { failures, everConnected, heardAt } = past;
    deps.log(`broker connection: ${message} (attempt ${failures})`);
    show({ name: 'reconnecting', attempt: failures, code, message, everConnected, heardAt });
    const waitMs = retryDelayMs(failures, clock.now() - startedAt, deps.random());
    phase = { name: 'waiting', stop: clock.after(waitMs, () => void open({ renew: true })) };
  }

  return {
    state: () => state,
    start(session, events) {
      owner = { session, events };
      if (phase.name !== 'idle') return;
      past = NOTHING_YET;
      show({ name: 'connecting', attempt: 1 });
      void open({ renew: false });
    },
    renew(token) {
      if (phase.name === 'open' && (readClaims(token)?.exp ?? 0) > phase.claims.exp) reopen();
      // The old token may have been the cause of the refusal, so there is no reason to wait longer.
      else if (phase.name === 'waiting') void open({ renew: false });
    },
    hurry() {
      if (phase.name === 'open') phase.silence.probe();
      else if (isWorthAnother(phase, clock.now())) void open({ renew: true });
    },
    since: () => since,
    publish: async (topic, payload, options) =>
      phase.name === 'open' ? phase.transport.publish(topic, payload, options) : 'unsent',
    ping: () => void (phase.name === 'open' && phase.transport.ping()),
    subscribe: subscriptions.add,
    unsubscribe: subscriptions.remove,
    async close() {
      const [last, closing] = [phase, owner];
      phase = { name: 'idle' };
      owner = undefined;
      leave(last);
      subscriptions.clear();
      if (last.name === 'idle' || !closing) return;
      show({ name: 'disconnecting' }, closing.events);
      if (last.name !== 'open') return;
      await publishLastWill(clock, last.transport, lastWillOf(closing.session, { source: instance, since }));
    },
  };
}

const connectionEvents = ({ onMessage, onRoundTrip }: LinkEvents, ended: ConnectionEvents['ended']) => ({
  message: onMessage,
  roundTrip: onRoundTrip,
  ended,
});

const isWorthAnother = (phase: Phase, now: number) =>
  phase.name === 'waiting' || (phase.name === 'opening' && now - phase.since > MAX_AGE_MS);
