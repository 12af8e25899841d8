/** Opens one broker connection: token and transport within one time limit, and the reason for its end. */
import { TIMING } from '#domain/timing.ts';
import { type AccessTokenClaims, mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import type { Clock, EpochMs } from '#protocol/clock.ts';
import type { ConnectionState, LiveSession } from '#protocol/threads/live-worker.ts';
import { lastWillOf } from './last-will.ts';
import type {
  MqttMessage,
  OpenTransport,
  Transport,
  TransportEvents,
  TransportLoss,
} from './mqtt-transport.ts';
import { type SilenceWatch, watchSilence } from './silence-watch.ts';
import type { TokenRequest } from './token-source.ts';

export type FailureCode = Extract<ConnectionState, { name: 'reconnecting' }>['code'];

export type ConnectionDeps = {
  openTransport: OpenTransport;
  clock: Clock;
  instance: string;
  /** A token valid for at least 30 s; undefined if no tab has one. */
  token(request: TokenRequest): Promise<string | undefined>;
  log(text: string): void;
};

export type ConnectionRequest = {
  session: LiveSession;
  /** Start of the connection, for its last will. */
  since: EpochMs;
  /** Starts without the broker session of a previous connection. */
  clean: boolean;
  token: TokenRequest;
};

/** Why there is no connection, or no longer one. `rejected`: the token that the broker refused. */
export type Failure = { name: 'failed'; code: FailureCode; message: string; rejected?: string };

/** `expired`: the token expired before a newer one was available. The broker works normally. */
export type ConnectionEnd = Failure | { name: 'expired' };

export type BrokerConnection = {
  name: 'open';
  transport: Transport;
  /** The broker has kept the session of a previous connection. */
  sessionPresent: boolean;
  claims: AccessTokenClaims;
  /** Detects a broker that stops responding. */
  silence: SilenceWatch;
};

export type ConnectionEvents = {
  message(message: MqttMessage): void;
  roundTrip(ms: number): void;
  /** Called once, unless the end was requested. */
  ended(connection: BrokerConnection, end: ConnectionEnd): void;
};

const NO_RESPONSE = 'Broker does not respond';

/** MQTT 5 reason codes (2.4) for a refused token: bad client id, bad user, not authorised, banned. */
const TOKEN_REFUSALS: readonly (number | undefined)[] = [0x85, 0x86, 0x87, 0x8a];
/** MQTT 5 reason code (2.4) with which a broker ends a connection whose token has expired. */
const MAXIMUM_CONNECT_TIME = 0xa0;
const isTokenRefusal = (code: number | undefined) => TOKEN_REFUSALS.includes(code);

/** Never rejects. A connection that still opens after an abort is closed. */
export function openConnection(
  deps: ConnectionDeps,
  request: ConnectionRequest,
  events: ConnectionEvents,
  abort: AbortController,
): Promise<BrokerConnection | Failure | { name: 'aborted' }> {
  const { clock } = deps;
  const { signal } = abort;
  return new Promise((resolve) => {
    // One limit for token and connection together, so that a hanging tab cannot block the worker.
    const stopTimeout = clock.after(TIMING.brokerConnectTimeoutMs, () => {
      const message = `Connection timeout to URL ${request.session.mqttUrl}`;
      resolve({ name: 'failed', code: 'broker-timeout', message });
      abort.abort();
    });
    const onAbort = () => {
      stopTimeout();
      resolve({ name: 'aborted' });
    };
    signal.addEventListener('abort', onAbort, { once: true });
    void connect(deps, request, events, signal).then((outcome) => {
      stopTimeout();
      resolve(outcome);
    });
  });
}

async function connect(
  deps: ConnectionDeps,
  { session, since, clean, token: tokenRequest }: ConnectionRequest,
  events: ConnectionEvents,
  signal: AbortSignal,
): Promise<BrokerConnection | Failure | { name: 'aborted' }> {
  const { clock, instance, log } = deps;
  const startedAt = clock.now();
  const token = await deps.token(tokenRequest);
  if (signal.aborted) return { name: 'aborted' };
  const claims = token === undefined ? undefined : readClaims(token);
  if (token === undefined || !claims) {
    return { name: 'failed', code: 'broker-refused', message: 'No access token' };
  }
  const request = {
    url: session.mqttUrl,
    token,
    clientId: mqttClientId(claims, instance),
    clean,
    will: lastWillOf(session, { source: instance, since }),
  };
  let mine: BrokerConnection | undefined;
  const transportEvents: TransportEvents = {
    message: events.message,
    roundTrip: events.roundTrip,
    heard: () => mine?.silence.heard(),
    lost(loss) {
      if (loss.detail !== undefined) log(`broker connection: ${loss.detail}`);
      if (mine) events.ended(mine, endOf(loss, token, clock.now() - startedAt));
    },
  };
  const result = await deps.openTransport(request, transportEvents, signal);
  if (signal.aborted) {
    if (result.ok) result.transport.end({ keepSession: false });
    return { name: 'aborted' };
  }
  if (!result.ok) {
    if (!result.refused) log(`broker connection: ${result.message}`);
    return refusalOf(result, token);
  }
  const { transport, sessionPresent } = result;
  const silence = watchSilence({
    clock,
    ping: transport.ping,
    onDead() {
      transport.drop();
      if (mine) events.ended(mine, { name: 'failed', code: 'broker-silent', message: NO_RESPONSE });
    },
  });
  mine = { name: 'open', transport, sessionPresent, claims, silence };
  return mine;
}

function refusalOf(
  { refused, code, message }: { refused: boolean; code?: number; message: string },
  token: string,
): Failure {
  return {
    name: 'failed',
    code: refused ? 'broker-refused' : 'broker-silent',
    message: refused ? message : NO_RESPONSE,
    ...(isTokenRefusal(code) && { rejected: token }),
  };
}

function endOf({ code, reason }: TransportLoss, token: string, lastedMs: number): ConnectionEnd {
  if (code === MAXIMUM_CONNECT_TIME && lastedMs > TIMING.reconnectCheckMs) return { name: 'expired' };
  const isRefusal = isTokenRefusal(code);
  return {
    name: 'failed',
    code: isRefusal ? 'broker-refused' : 'broker-silent',
    message: reason ?? NO_RESPONSE,
    ...(isRefusal && { rejected: token }),
  };
}
