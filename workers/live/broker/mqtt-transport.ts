/** The only importer of the MQTT library: one connection, from CONNECT to its end. The link reconnects. */
import mqtt from 'mqtt';
import {
  MAX_THUMBNAIL_BYTES,
  MQTT_KEEP_ALIVE_S,
  MQTT_SESSION_EXPIRY_S,
  MQTT_WILL_DELAY_S,
} from '#protocol/limits.ts';

export type MqttMessage = {
  topic: string;
  payload: Uint8Array;
  contentType?: string;
  /** Decoded as UTF-8; empty if it is invalid, or longer than an action's id can be. */
  correlation?: string;
  userProperties?: Record<string, string | string[]>;
};

/** `unsent`: the connection ended before the broker had acknowledged it. */
export type Outcome = 'sent' | 'refused' | 'unsent';

export type PublishOptions = {
  qos: 0 | 1;
  responseTopic?: string;
  /** Sent as UTF-8. */
  correlation?: string;
  contentType?: string;
  expirySeconds?: number;
};

export type TransportRequest = {
  url: string;
  clientId: string;
  /** Used as both username and password. */
  token: string;
  clean: boolean;
  /** Published by the broker when this connection is lost. */
  will: { topic: string; payload: string };
};

export type Transport = {
  publish(topic: string, payload: string, options: PublishOptions): Promise<Outcome>;
  subscribe(filter: string, qos: 0 | 1): Promise<Outcome>;
  unsubscribe(filter: string): Promise<Outcome>;
  /** Requests a response from the broker. */
  ping(): void;
  /** Closes a connection that no longer responds, without DISCONNECT. */
  drop(): void;
  /** Sends DISCONNECT. With `keepSession` the broker keeps the session for a reconnect. */
  end(options: { keepSession: boolean }): void;
};

export type OpenResult =
  | { ok: true; transport: Transport; sessionPresent: boolean }
  /** `code`: the reason code (MQTT 5, 2.4) of a refusal. */
  | { ok: false; refused: boolean; code?: number; message: string };

/** `code` and `reason`: given by the broker, if any. `detail` is for the log. */
export type TransportLoss = { code?: number; reason?: string; detail?: string };

export type TransportEvents = {
  message(message: MqttMessage): void;
  /** Called for every packet from the broker. */
  heard(): void;
  /** The broker answered a ping after this many milliseconds. */
  roundTrip(ms: number): void;
  /** Called once, unless the end was requested. */
  lost(loss: TransportLoss): void;
};

/** Opens one connection. An aborted attempt ends silently and resolves with `ok: false`. */
export type OpenTransport = (
  request: TransportRequest,
  events: TransportEvents,
  signal: AbortSignal,
) => Promise<OpenResult>;

/** MQTT 5 reason codes (2.4) from this value on are refusals. */
const REFUSED = 0x80;

const connectOptions = (request: TransportRequest): mqtt.IClientOptions => ({
  protocolVersion: 5,
  clientId: request.clientId,
  username: request.token,
  password: request.token,
  clean: request.clean,
  keepalive: MQTT_KEEP_ALIVE_S,
  reconnectPeriod: 0,
  resubscribe: false,
  queueQoSZero: false,
  // Without this the library caches all two-byte numbers: 65,536 buffers, half of this worker's memory.
  writeCache: false,
  // The library's other timers need a worker inside this worker, which a SharedWorker cannot have.
  timerVariant: 'native',
  properties: {
    sessionExpiryInterval: MQTT_SESSION_EXPIRY_S,
    maximumPacketSize: MAX_THUMBNAIL_BYTES + 65_536,
  },
  will: {
    topic: request.will.topic,
    payload: utf8Text(request.will.payload),
    qos: 1,
    retain: false,
    properties: { willDelayInterval: MQTT_WILL_DELAY_S, contentType: 'application/json' },
  },
});

/** The library's writer accepts strings (as UTF-8) too, but its types declare only Node's Buffer. */
const utf8Text = (text: string) => text as never;

const publishOptions = (options: PublishOptions): mqtt.IClientPublishOptions => {
  const { qos, responseTopic, correlation, contentType, expirySeconds } = options;
  return {
    qos,
    properties: {
      ...(responseTopic !== undefined && { responseTopic }),
      ...(correlation !== undefined && { correlationData: utf8Text(correlation) }),
      ...(contentType !== undefined && { contentType }),
      ...(expirySeconds !== undefined && { messageExpiryInterval: expirySeconds }),
    },
  };
};

/** Requests that the broker has not answered; those left when the connection ends are `unsent`. */
function createUnanswered() {
  const answers = new Set<(outcome: Outcome) => void>();
  return {
    ask: (start: (done: (error?: Error | null) => void) => void) =>
      new Promise<Outcome>((answer) => {
        answers.add(answer);
        start((error) => {
          answers.delete(answer);
          if (!error) answer('sent');
          else answer(isRefusal(error) ? 'refused' : 'unsent');
        });
      }),
    giveUp() {
      for (const answer of answers) answer('unsent');
      answers.clear();
    },
  };
}

type Connection = { phase: 'opening' | 'open' | 'ended'; loss: TransportLoss };

function createTransport(client: mqtt.MqttClient, connection: Connection) {
  const unanswered = createUnanswered();
  const ask: typeof unanswered.ask = (start) =>
    connection.phase === 'open' ? unanswered.ask(start) : Promise.resolve('unsent');

  function giveUp() {
    connection.phase = 'ended';
    unanswered.giveUp();
  }

  const transport: Transport = {
    publish: (topic, payload, options) =>
      ask((done) => client.publish(topic, payload, publishOptions(options), done)),
    subscribe: (filter, qos) => ask((done) => client.subscribe(filter, { qos }, done)),
    unsubscribe: (filter) => ask((done) => client.unsubscribe(filter, done)),
    ping() {
      if (connection.phase === 'open') client.sendPing();
    },
    drop() {
      if (connection.phase === 'ended') return;
      giveUp();
      client.end(true);
    },
    end({ keepSession }) {
      if (connection.phase === 'ended') return;
      giveUp();
      const sessionExpiryInterval = keepSession ? MQTT_SESSION_EXPIRY_S : 0;
      client.end(false, { reasonCode: 0, properties: { sessionExpiryInterval } });
    },
  };
  return transport;
}

export const openMqttTransport: OpenTransport = (request, events, signal) =>
  new Promise((resolve) => {
    const client = mqtt.connect(request.url, connectOptions(request));
    const connection: Connection = { phase: 'opening', loss: {} };
    const transport = createTransport(client, connection);

    const fail = (refused: boolean, message: string, code?: number) => {
      if (connection.phase !== 'opening') return;
      connection.phase = 'ended';
      client.end(true);
      resolve({ ok: false, refused, message, ...(code !== undefined && { code }) });
    };
    signal.addEventListener('abort', () => fail(false, 'aborted'), { once: true });

    client.on('error', (error) => {
      const code = 'code' in error && typeof error.code === 'number' ? error.code : 0;
      connection.loss = { ...connection.loss, detail: error.message };
      if (code >= REFUSED) fail(true, error.message, code);
      else fail(false, error.message);
    });
    client.on('disconnect', (packet) => {
      const { reasonCode: code = 0, properties } = packet;
      const reason = properties?.reasonString ?? `Closed by the broker (0x${code.toString(16)})`;
      connection.loss = { code, reason };
    });
    client.on('close', () => {
      fail(false, connection.loss.detail ?? 'closed');
      if (connection.phase !== 'open') return;
      transport.drop();
      events.lost(connection.loss);
    });
    const pings = createPingTimes();
    client.on('packetsend', ({ cmd }) => {
      if (cmd === 'pingreq') pings.asked();
    });
    client.on('packetreceive', ({ cmd }) => {
      events.heard();
      if (cmd === 'pingresp') pings.answered(events.roundTrip);
    });
    client.on('message', (topic, payload, packet) => {
      if (connection.phase !== 'open') return;
      const { contentType, userProperties, correlationData } = packet.properties ?? {};
      events.message({
        topic,
        payload,
        contentType,
        ...(correlationData && { correlation: correlationOf(correlationData) }),
        userProperties: userProperties as never,
      });
    });
    client.on('connect', (connack) => {
      if (connection.phase !== 'opening') return;
      connection.phase = 'open';
      resolve({ ok: true, sessionPresent: connack.sessionPresent, transport });
    });
  });

/** A broker answers pings in order: the library's keep-alive pings and ours. */
function createPingTimes() {
  const askedAt: number[] = [];
  return {
    asked: () => void askedAt.push(performance.now()),
    answered(tell: (ms: number) => void) {
      const at = askedAt.shift();
      if (at !== undefined) tell(performance.now() - at);
    },
  };
}

const MAX_CORRELATION_BYTES = 128;
const utf8 = new TextDecoder('utf-8', { fatal: true });

function correlationOf(bytes: Uint8Array): string {
  if (bytes.byteLength > MAX_CORRELATION_BYTES) return '';
  try {
    return utf8.decode(bytes);
  } catch {
    return '';
  }
}

/** The library reports a PUBACK's reason code, and for a subscription the SUBACK itself. */
const isRefusal = (error: Error) =>
  ('packet' in error && error.packet !== undefined) || ('code' in error && Number(error.code) >= REFUSED);
