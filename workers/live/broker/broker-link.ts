/**
 * The one broker connection of this browser profile, tenant and site: its states, reconnects and tokens. What is
 * published while it is away is answered `unsent`; the owner of the message decides.
 */

import { TIMING } from '#domain/timing.ts';
import { type AccessTokenClaims, mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import type { ConnectionState, LiveSession } from '#protocol/threads/live-worker.ts';
import type { Clock } from '../clock.ts';
import { lastWillOf, sayFarewell } from './farewell.ts';
import type {
  MqttMessage,
  OpenTransport,
  Outcome,
  PublishOptions,
  Transport,
  TransportLoss,
} from './mqtt-transport.ts';
import { retryDelayMs } from './retry-delay.ts';
import { type SilenceWatch, watchSilence } from './silence-watch.ts';
import { createSubscriptions } from './subscriptions.ts';
import type { TokenWish } from './token-source.ts';

export type BrokerLinkDeps = {
  openTransport: OpenTransport;
  clock: Clock;
  /** 0 ≤ x < 1. */
  random(): number;
  /**
   * Tells this worker from the tutor's other browsers, in the client identifier and as the source in its last will;
   * stable, so that a reconnect resumes the session.
   */
  instance: string;
  /** A token good for at least 30 s; undefined when no tab has one. */
  token(wish: TokenWish): Promise<string | undefined>;
  /** Epoch milliseconds on this machine's clock, whatever that of the platform says. */
  expiresAt(claims: AccessTokenClaims): number;
  onState(state: ConnectionState): void;
  onMessage(message: MqttMessage): void;
  /** After the subscriptions went out. */
  onConnected(how: Connected): void;
  log(text: string): void;
};

/** `resumed`: the broker kept session and subscriptions. `renewed`: only the token is new; nobody saw a gap. */
export type Connected = { resumed: boolean; renewed: boolean };

export type BrokerLink = {
  state(): ConnectionState;
  /** Starts connecting; does nothing when it is under way already. */
  start(session: LiveSession): void;
  /** Reconnects with a newer token before the old one expires; the shown state stays `connected`. */
  renew(token: string): void;
  /** The network or the machine is back, or somebody looks again: no reason to wait, and every reason to check. */
  hurry(): void;
  publish(topic: string, payload: string, options: PublishOptions): Promise<Outcome>;
  /** Epoch ms of the present connection; each one's is later than that of the one before. It is in its last will. */
  since(): number;
  /** Holds a subscription over reconnects. Refused ones are asked again on a new connection. */
  subscribe(filter: string, qos: 0 | 1): void;
  unsubscribe(filter: string): void;
  /** Publishes the tutor's last will itself, then disconnects and forgets all subscriptions. `start` may follow. */
  close(): Promise<void>;
};

type Reason = Extract<ConnectionState, { name: 'reconnecting' }>['code'];
type Open = {
  name: 'open';
  transport: Transport;
  token: string;
  claims: AccessTokenClaims;
  silence: SilenceWatch;
};
type Phase =
  | { name: 'idle' }
  | { name: 'opening'; abort: AbortController; since: number }
  | Open
  | { name: 'waiting'; stop: () => void };

/** When no tab has brought a newer token by then, the worker asks for one, and again and again. */
const RENEW_BEFORE_EXPIRY_MS = 45_000;
const RENEW_AGAIN_MS = 5_000;
/** An attempt this old was begun on another network, as far as anybody knows. */
const FRESH_ATTEMPT_MS = 1_000;
/** MQTT 5, 2.4. */
const MAXIMUM_CONNECT_TIME = 0xa0;
const REFUSALS: readonly (number | undefined)[] = [0x85, 0x86, 0x87, 0x8a];

export function createBrokerLink(deps: BrokerLinkDeps): BrokerLink {
  const { clock } = deps;
  const subscriptions = createSubscriptions(deps);
  let state: ConnectionState = { name: 'connecting', attempt: 1 };
  let phase: Phase = { name: 'idle' };
  let session: LiveSession | undefined;
  let failures = 0;
  let everConnected = false;
  let rejected: string | undefined;
  let since = 0;
  let stopRenewal: () => void = () => {};

  const show = (next: ConnectionState) => {
    state = next;
    deps.onState(next);
  };

  async function open(options: { renew: boolean }): Promise<void> {
    if (!session) return;
    const { mqttUrl: url } = session;
    const abort = new AbortController();
    const startedAt = clock.now();
    phase = { name: 'opening', abort, since: startedAt };
    since = Math.max(Math.round(startedAt), since + 1);
    const stale = () => abort.signal.aborted;
    let timedOut = false;
    // One limit for the token and the connection together, so that a tab that hangs cannot hold us up.
    const stopTimeout = clock.after(TIMING.brokerConnectTimeoutMs, () => {
      timedOut = true;
      abort.abort();
      fail('broker-timeout', `Connection timeout to URL ${url}`, startedAt);
    });
    abort.signal.addEventListener('abort', stopTimeout, { once: true });
    const token = await deps.token({ ...options, rejected });
    const claims = token === undefined ? undefined : readClaims(token);
    if (stale()) return;
    if (token === undefined || !claims) {
      stopTimeout();
      fail('broker-refused', 'No access token', startedAt);
      return;
    }
    const request = {
      url,
      token,
      clientId: mqttClientId(claims, deps.instance),
      clean: !everConnected,
      will: lastWillOf(session, { source: deps.instance, since }),
    };
    let mine: Open | undefined;
    const result = await deps.openTransport(
      request,
      {
        message: deps.onMessage,
        heard: () => mine?.silence.heard(),
        lost: (loss) => mine && phase === mine && lost(mine, loss, startedAt),
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
      if (REFUSALS.includes(result.code)) rejected = token;
      if (!result.refused) deps.log(`broker connection: ${result.message}`);
      const message = result.refused ? result.message : NO_RESPONSE;
      fail(result.refused ? 'broker-refused' : 'broker-silent', message, startedAt);
      return;
    }
    const { transport } = result;
    const silence = watchSilence({
      clock,
      ping: () => transport.ping(),
      onDead() {
        if (phase !== mine) return;
        transport.drop();
        fail('broker-silent', NO_RESPONSE);
      },
    });
    mine = { name: 'open', transport, token, claims, silence };
    opened(mine, result.sessionPresent);
  }

  function opened(now: Open, sessionPresent: boolean) {
    phase = now;
    const resumed = everConnected && sessionPresent;
    const renewed = state.name === 'connected';
    everConnected = true;
    failures = 0;
    rejected = undefined;
    subscriptions.connected(now.transport, resumed);
    renewIn(deps.expiresAt(now.claims) - clock.now() - RENEW_BEFORE_EXPIRY_MS);
    if (!renewed) show({ name: 'connected', since: clock.now() });
    deps.onConnected({ resumed, renewed });
  }

  function renewIn(ms: number) {
    stopRenewal = clock.after(Math.max(ms, 1_000), () => void askForNewer());
  }

  async function askForNewer() {
    if (phase.name !== 'open') return;
    const asking = phase;
    const token = await deps.token({ renew: true });
    if (phase !== asking) return;
    // Until there is a newer one, a new connection would be no better.
    if ((readClaims(token ?? '')?.exp ?? 0) > asking.claims.exp) reopen();
    else renewIn(RENEW_AGAIN_MS);
  }

  /** Ends this connection and opens the next at once; the session bridges the gap. */
  function reopen() {
    if (phase.name !== 'open') return;
    ended(phase);
    phase.transport.end({ keepSession: true });
    void open({ renew: false });
  }

  function ended({ silence }: Open) {
    stopRenewal();
    silence.stop();
    subscriptions.disconnected();
  }

  function lost(connection: Open, { code, reason, detail }: TransportLoss, openedAt: number) {
    const lasted = clock.now() - openedAt > TIMING.reconnectCheckMs;
    if (code === MAXIMUM_CONNECT_TIME && lasted) {
      // Its token expired before a newer one was there: nothing is wrong with the broker.
      ended(connection);
      void open({ renew: true });
      return;
    }
    if (detail !== undefined) deps.log(`broker connection: ${detail}`);
    const isRefusal = REFUSALS.includes(code);
    if (isRefusal) rejected = connection.token;
    fail(isRefusal ? 'broker-refused' : 'broker-silent', reason ?? NO_RESPONSE);
  }

  /** `startedAt`: of the attempt that failed. */
  function fail(code: Reason, message: string, startedAt = clock.now()) {
    if (phase.name === 'open') ended(phase);
    failures += 1;
    deps.log(`broker connection: ${message} (attempt ${failures})`);
    show({ name: 'reconnecting', attempt: failures, code, message, everConnected });
    const waitMs = retryDelayMs(failures, clock.now() - startedAt, deps.random());
    const stop = clock.after(waitMs, () => void open({ renew: true }));
    phase = { name: 'waiting', stop };
  }

  /** Whatever it waits for or hangs in, it begins anew. */
  function openNow(options: { renew: boolean }) {
    if (phase.name === 'waiting') phase.stop();
    if (phase.name === 'opening') phase.abort.abort();
    void open(options);
  }

  return {
    state: () => state,
    start(next) {
      session = next;
      if (phase.name !== 'idle') return;
      everConnected = false;
      failures = 0;
      rejected = undefined;
      show({ name: 'connecting', attempt: 1 });
      void open({ renew: false });
    },
    renew(token) {
      const claims = readClaims(token);
      if (phase.name === 'open' && claims && claims.exp > phase.claims.exp) reopen();
      // Refused with the old token, perhaps: no reason to wait any longer.
      else if (phase.name === 'waiting') openNow({ renew: false });
    },
    hurry() {
      if (phase.name === 'open') phase.silence.probe();
      else if (phase.name === 'waiting') openNow({ renew: true });
      else if (phase.name === 'opening' && clock.now() - phase.since > FRESH_ATTEMPT_MS) {
        openNow({ renew: true });
      }
    },
    since: () => since,
    publish: async (topic, payload, options) =>
      phase.name === 'open' ? phase.transport.publish(topic, payload, options) : 'unsent',
    subscribe: subscriptions.add,
    unsubscribe: subscriptions.remove,
    async close() {
      const last = phase;
      const closing = session;
      phase = { name: 'idle' };
      session = undefined;
      if (last.name === 'open') ended(last);
      subscriptions.clear();
      if (last.name === 'waiting') last.stop();
      if (last.name === 'opening') last.abort.abort();
      if (last.name === 'idle') return;
      show({ name: 'disconnecting' });
      if (last.name !== 'open' || !closing) return;
      await sayFarewell(clock, last.transport, lastWillOf(closing, { source: deps.instance, since }));
    },
  };
}

/** RT-68. */
const NO_RESPONSE = 'Broker does not respond';
