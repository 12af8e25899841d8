/**
 * Keeps one device or site runner connected: with a valid token, over one transport at a time and with
 * growing pauses between attempts. It changes to a fresh token before the broker would close the connection.
 */
import { type AccessTokenClaims, mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import { type Clock, type EpochMs, settledWithin } from '#protocol/clock.ts';
import { MQTT_KEEP_ALIVE_S, MQTT_SESSION_EXPIRY_S, MQTT_WILL_DELAY_S } from '#protocol/limits.ts';
import type { Credentials, ObtainCredentials } from '../identity.ts';
import { retryDelayMs } from './retry-delay.ts';
import { createTokenRefresher } from './token-refresher.ts';
import type {
  AgentTransport,
  OpenAgentTransport,
  TransportClose,
  TransportMessage,
  TransportOptions,
} from './transport.ts';

export type AgentSessionState =
  | { name: 'enrolling'; attempt: number }
  | { name: 'connecting'; attempt: number }
  | { name: 'online'; since: EpochMs }
  /** `isRefused`: the broker did not accept the token. */
  | { name: 'waiting'; attempt: number; untilMs: EpochMs; message: string; isRefused: boolean }
  | { name: 'stopped' };

export type OnlineTransport<Identity> = {
  transport: AgentTransport;
  identity: Identity;
  /** The start of this connection. It is sent in the presence and in the last will. */
  since: EpochMs;
  /** The broker kept the subscriptions of the previous connection. */
  sessionPresent: boolean;
};

export type AgentSessionDeps<Identity> = {
  obtain: ObtainCredentials<Identity>;
  open: OpenAgentTransport;
  clock: Clock;
  random: () => number;
  /** The topic of the last will. Without it the connection sets none. */
  lastWillTopic?: (identity: Identity) => string;
  onOnline: (online: OnlineTransport<Identity>) => void;
  onMessage: (message: TransportMessage) => void;
  onState?: (state: AgentSessionState) => void;
};

const STOP_TIMEOUT_MS = 700;

type Cause = { isRefused?: boolean; error?: unknown };

export function createAgentSession<Identity>(deps: AgentSessionDeps<Identity>) {
  const { clock, random } = deps;
  const instance = instanceName(random);
  let state: AgentSessionState = { name: 'enrolling', attempt: 1 };
  /** The newest attempt. Events of any other transport are ignored. */
  let transport: AgentTransport | undefined;
  /** The previous transport, while it is closed in favour of one with a fresh token. */
  let leaving: AgentTransport | undefined;
  /** Messages that arrived on the leaving transport. The broker does not send acknowledged messages again. */
  const late: TransportMessage[] = [];
  /** Undefined unless the broker has accepted the current transport. */
  let online: OnlineTransport<Identity> | undefined;
  let since = 0;
  let connectedBefore = false;
  let cancelRetry: (() => void) | undefined;

  const enter = (next: AgentSessionState) => {
    state = next;
    deps.onState?.(next);
  };
  const stopped = () => state.name === 'stopped';

  const retry = (attempt: number, message: string, { isRefused = false, error }: Cause = {}) => {
    const pauseMs = retryDelayMs(error, attempt, random);
    enter({ name: 'waiting', attempt, untilMs: clock.now() + pauseMs, message, isRefused });
    cancelRetry = clock.after(pauseMs, () => void connect(attempt + 1, isRefused));
  };

  const connect = async (attempt: number, afterRefusal: boolean): Promise<void> => {
    if (stopped()) return;
    if (afterRefusal || !credentials.areGood()) {
      enter({ name: 'enrolling', attempt });
      try {
        await credentials.obtain(afterRefusal);
      } catch (error) {
        if (!stopped()) retry(attempt, error instanceof Error ? error.message : String(error), { error });
        return;
      }
      if (stopped()) return;
    }
    const current = credentials.current();
    if (current !== undefined) openTransport(current, attempt);
  };

  const openTransport = (using: Credentials<Identity>, attempt: number) => {
    const { identity, accessToken } = using;
    const claims = readClaims(accessToken);
    if (claims === undefined) {
      credentials.forget();
      retry(attempt, 'The access token cannot be read');
      return;
    }
    enter({ name: 'connecting', attempt });
    since = Math.max(clock.now(), since + 1);
    const willTopic = deps.lastWillTopic?.(identity);
    const options = optionsOf({ claims, accessToken, instance, since, willTopic, connectedBefore });
    const opened = deps.open(options, {
      onOpen(sessionPresent) {
        if (transport !== opened || stopped()) return;
        connectedBefore = true;
        enter({ name: 'online', since });
        credentials.renewInTime(using);
        online = { transport: opened, identity, since, sessionPresent };
        deps.onOnline(online);
        for (const message of late.splice(0)) deps.onMessage(message);
      },
      onMessage(message) {
        if (transport === opened && !stopped()) deps.onMessage(message);
        else if (leaving === opened) late.push(message);
      },
      onClose(close) {
        if (transport === opened && !stopped()) lose(close, attempt);
      },
    });
    transport = opened;
  };

  const lose = (close: TransportClose, attempt: number) => {
    const nextAttempt = online === undefined ? attempt : 1;
    transport = undefined;
    credentials.stopRenewing();
    online = undefined;
    if (close.name === 'refused') credentials.forget();
    retry(nextAttempt, close.message, { isRefused: close.name === 'refused' });
  };

  const renewOver = async (fresh: Credentials<Identity>): Promise<void> => {
    leaving = transport;
    transport = undefined;
    online = undefined;
    await leaving?.close({ keepSession: true });
    leaving = undefined;
    if (!stopped()) openTransport(fresh, 1);
  };
  const credentials = createTokenRefresher({ ...deps, onRenewed: (fresh) => void renewOver(fresh) });

  return {
    start: () => void connect(1, false),
    state: () => state,
    identity: () => credentials.current()?.identity,
    /** Returns undefined unless the broker has accepted the current transport. */
    online: () => online,
    /** Returns the newest token for HTTP calls. It may have expired if the platform could not be reached. */
    accessToken: () => credentials.current()?.accessToken,
    /** Ends the session. `beforeClose` may still publish over the transport. */
    async stop(beforeClose: (last: OnlineTransport<Identity>) => Promise<unknown>) {
      if (stopped()) return;
      enter({ name: 'stopped' });
      cancelRetry?.();
      credentials.stopRenewing();
      // A broker that does not answer must not delay the exit.
      if (online !== undefined) await settledWithin(clock, STOP_TIMEOUT_MS, [beforeClose(online)]);
      await transport?.close({ keepSession: false });
      transport = undefined;
      online = undefined;
    },
  };
}

/** Distinguishes two programs that use the same identity. */
const instanceName = (random: () => number): string =>
  Math.floor(random() * 0x1_0000_0000)
    .toString(16)
    .padStart(8, '0');

function optionsOf(attempt: {
  claims: AccessTokenClaims;
  accessToken: string;
  instance: string;
  since: EpochMs;
  willTopic: string | undefined;
  connectedBefore: boolean;
}): TransportOptions {
  const { claims, accessToken, instance, since, willTopic, connectedBefore } = attempt;
  return {
    clientIdentifier: mqttClientId(claims, instance),
    token: accessToken,
    cleanStart: !connectedBefore,
    keepAliveSeconds: MQTT_KEEP_ALIVE_S,
    sessionExpirySeconds: MQTT_SESSION_EXPIRY_S,
    will:
      willTopic === undefined
        ? undefined
        : { topic: willTopic, payload: JSON.stringify({ since }), delaySeconds: MQTT_WILL_DELAY_S },
  };
}
