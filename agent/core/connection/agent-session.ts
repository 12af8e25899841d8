/**
 * Keeps one device or site runner connected: a good token, one transport at a time, reconnects with growing pauses, and a change
 * to a fresh token before the broker would close the connection (wire protocol, Connections).
 */
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import { MQTT_KEEP_ALIVE_S, MQTT_SESSION_EXPIRY_S, MQTT_WILL_DELAY_S } from '#protocol/limits.ts';
import type { Clock } from '../clock.ts';
import type { Credentials, ObtainCredentials } from '../identity.ts';
import { backOffMs } from './back-off.ts';
import type { AgentTransport, OpenAgentTransport, TransportClose, TransportMessage } from './transport.ts';

export type AgentSessionState =
  | { name: 'enrolling'; attempt: number }
  | { name: 'connecting'; attempt: number }
  | { name: 'online'; since: number }
  | { name: 'waiting'; attempt: number; untilMs: number; message: string }
  | { name: 'stopped' };

export type OnlineTransport<Identity> = {
  transport: AgentTransport;
  identity: Identity;
  /** Epoch ms of this connection: in its presence and in its last will. */
  since: number;
  /** The broker kept the subscriptions of the connection before. */
  sessionPresent: boolean;
};

/** Each device takes another moment of this span, so that a class does not renew in one instant. */
const RENEW_SPREAD_MS = 30_000;
const RENEW_BEFORE_MS = 60_000;
const FAREWELL_MS = 700;

export function createAgentSession<Identity>(deps: {
  obtain: ObtainCredentials<Identity>;
  open: OpenAgentTransport;
  clock: Clock;
  random: () => number;
  /** Where its last will goes; without it the connection leaves none. */
  lastWillTopic?: (identity: Identity) => string;
  onOnline: (online: OnlineTransport<Identity>) => void;
  onOffline: () => void;
  onMessage: (message: TransportMessage) => void;
  onState?: (state: AgentSessionState) => void;
}) {
  const { clock, random } = deps;
  const instance = Math.floor(random() * 0x1_0000_0000)
    .toString(16)
    .padStart(8, '0');
  let state: AgentSessionState = { name: 'enrolling', attempt: 1 };
  let credentials: Credentials<Identity> | undefined;
  let transport: AgentTransport | undefined;
  let since = 0;
  let connectedBefore = false;
  let cancelTimer: (() => void) | undefined;
  let cancelRenewal: (() => void) | undefined;

  const enter = (next: AgentSessionState) => {
    state = next;
    deps.onState?.(next);
  };
  const stopped = () => state.name === 'stopped';

  const retry = (attempt: number, message: string) => {
    const pauseMs = backOffMs(attempt, random);
    enter({ name: 'waiting', attempt, untilMs: clock.now() + pauseMs, message });
    cancelTimer = clock.after(pauseMs, () => void connect(attempt + 1, false));
  };

  const connect = async (attempt: number, afterRefusal: boolean): Promise<void> => {
    if (stopped()) return;
    if (
      credentials === undefined ||
      credentials.expiresAt - clock.now() < RENEW_BEFORE_MS / 2 ||
      afterRefusal
    ) {
      enter({ name: 'enrolling', attempt });
      try {
        credentials = await deps.obtain({ afterRefusal });
      } catch (error) {
        if (!stopped()) retry(attempt, error instanceof Error ? error.message : String(error));
        return;
      }
      if (stopped()) return;
    }
    openTransport(credentials, attempt);
  };

  const openTransport = (using: Credentials<Identity>, attempt: number) => {
    const { identity, accessToken } = using;
    const claims = readClaims(accessToken);
    if (claims === undefined) {
      credentials = undefined;
      retry(attempt, 'The access token cannot be read');
      return;
    }
    enter({ name: 'connecting', attempt });
    since = Math.max(clock.now(), since + 1);
    const opened = deps.open(
      {
        clientIdentifier: mqttClientId(claims, instance),
        token: accessToken,
        cleanStart: !connectedBefore,
        keepAliveSeconds: MQTT_KEEP_ALIVE_S,
        sessionExpirySeconds: MQTT_SESSION_EXPIRY_S,
        will: deps.lastWillTopic && {
          topic: deps.lastWillTopic(identity),
          payload: JSON.stringify({ since }),
          delaySeconds: MQTT_WILL_DELAY_S,
        },
      },
      {
        onOpen(sessionPresent) {
          if (transport !== opened || stopped()) return;
          connectedBefore = true;
          enter({ name: 'online', since });
          renewBefore(using.expiresAt);
          deps.onOnline({ transport: opened, identity, since, sessionPresent });
        },
        onMessage(message) {
          if (transport === opened && !stopped()) deps.onMessage(message);
        },
        onClose(close) {
          if (transport === opened && !stopped()) lost(close, attempt);
        },
      },
    );
    transport = opened;
  };

  const lost = (close: TransportClose, attempt: number) => {
    const wasOnline = state.name === 'online';
    transport = undefined;
    cancelRenewal?.();
    if (wasOnline) deps.onOffline();
    if (close.name === 'refused') {
      credentials = undefined;
      const next = wasOnline ? 1 : attempt;
      const pauseMs = backOffMs(next, random);
      enter({ name: 'waiting', attempt: next, untilMs: clock.now() + pauseMs, message: close.message });
      cancelTimer = clock.after(pauseMs, () => void connect(next + 1, true));
      return;
    }
    retry(wasOnline ? 1 : attempt, close.message);
  };

  const renewBefore = (expiresAt: number) => {
    cancelRenewal?.();
    const leftMs = expiresAt - clock.now();
    // A short-lived token is renewed at half its life, a long one a minute or more before its end.
    const aheadMs = Math.min(leftMs / 2, RENEW_BEFORE_MS + random() * RENEW_SPREAD_MS);
    cancelRenewal = clock.after(leftMs - aheadMs, () => void renew(1));
  };

  const renew = async (attempt: number): Promise<void> => {
    try {
      credentials = await deps.obtain({ afterRefusal: false });
    } catch {
      // Still connected: try again while the old token lasts; after that the broker closes and `lost` goes on.
      if (state.name === 'online')
        cancelRenewal = clock.after(backOffMs(attempt, random), () => void renew(attempt + 1));
      return;
    }
    if (state.name !== 'online' || transport === undefined) return;
    const old = transport;
    transport = undefined;
    deps.onOffline();
    await old.close({ keepSession: true });
    if (!stopped()) openTransport(credentials, 1);
  };

  return {
    start: () => void connect(1, false),
    state: () => state,
    identity: () => credentials?.identity,
    /** The newest, for calls over HTTP; it may have ended when the platform could not be reached. */
    accessToken: () => credentials?.accessToken,
    /** Ends everything; `farewell` may still say goodbye over the transport. */
    async stop(
      farewell: (online: {
        transport: AgentTransport;
        identity: Identity;
        since: number;
      }) => Promise<unknown>,
    ) {
      if (stopped()) return;
      const wasOnline = state.name === 'online';
      enter({ name: 'stopped' });
      cancelTimer?.();
      cancelRenewal?.();
      if (transport !== undefined && credentials !== undefined && wasOnline) {
        const goodbye = farewell({ transport, identity: credentials.identity, since });
        // A broker that does not answer must not hold up the exit.
        await new Promise<void>((resolve) => {
          const cancel = clock.after(FAREWELL_MS, resolve);
          void goodbye.finally(() => {
            cancel();
            resolve();
          });
        });
      }
      await transport?.close({ keepSession: false });
      transport = undefined;
    },
  };
}
