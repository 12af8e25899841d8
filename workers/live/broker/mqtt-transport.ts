/** The one door to the MQTT library: one connection, from CONNECT to its end. Reconnecting is the link's business. */
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
  /** Decoded as UTF-8; empty where it is not that, or longer than an action's id can be. */
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
  /** Both username and password (part 3 §7.4). */
  token: string;
  clean: boolean;
  /** What the broker announces when this connection is lost. */
  will: { topic: string; payload: string };
};

export type Transport = {
  publish(topic: string, payload: string, options: PublishOptions): Promise<Outcome>;
  subscribe(filter: string, qos: 0 | 1): Promise<Outcome>;
  unsubscribe(filter: string): Promise<Outcome>;
  /** Asks for a sign of life. */
  ping(): void;
  /** Leaves a connection on which nothing is answered any more, without a word. */
  drop(): void;
  /** Says DISCONNECT. With `keepSession` the broker keeps the session for a reconnect. */
  end(options: { keepSession: boolean }): void;
};

export type OpenResult =
  | { ok: true; transport: Transport; sessionPresent: boolean }
  /** `code`: MQTT 5, 2.4; of a broker that refused. */
  | { ok: false; refused: boolean; code?: number; message: string };

/** `code` and `reason`: what the broker said, where it said something. `detail` is for the log. */
export type TransportLoss = { code?: number; reason?: string; detail?: string };

export type TransportEvents = {
  message(message: MqttMessage): void;
  /** Anything at all came from the broker. */
  heard(): void;
  /** Once, unless the end was asked for. */
  lost(loss: TransportLoss): void;
};

/** Opens one connection. An aborted opening is ended quietly and answers `ok: false`. */
export type OpenTransport = (
  request: TransportRequest,
  events: TransportEvents,
  signal: AbortSignal,
) => Promise<OpenResult>;

const REFUSED = 0x80;

export const openMqttTransport: OpenTransport = (request, events, signal) =>
  new Promise((resolve) => {
    const client = mqtt.connect(request.url, {
      protocolVersion: 5,
      clientId: request.clientId,
      username: request.token,
      password: request.token,
      clean: request.clean,
      keepalive: MQTT_KEEP_ALIVE_S,
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      // The library's other timers need a worker inside this worker, which a SharedWorker cannot have.
      timerVariant: 'native',
      properties: {
        sessionExpiryInterval: MQTT_SESSION_EXPIRY_S,
        maximumPacketSize: MAX_THUMBNAIL_BYTES + 65_536,
      },
      will: {
        topic: request.will.topic,
        // The writer takes a string too (as UTF-8); the typing knows only Node's Buffer.
        payload: request.will.payload as never,
        qos: 1,
        retain: false,
        properties: { willDelayInterval: MQTT_WILL_DELAY_S, contentType: 'application/json' },
      },
    });
    let phase: 'opening' | 'open' | 'ended' = 'opening';
    let loss: TransportLoss = {};
    const unanswered = new Set<(outcome: Outcome) => void>();

    /** One request to the broker; whatever has no answer when the connection ends is `unsent`. */
    const ask = (start: (done: (error?: Error | null) => void) => void) =>
      new Promise<Outcome>((answer) => {
        if (phase !== 'open') return answer('unsent');
        unanswered.add(answer);
        start((error) => {
          unanswered.delete(answer);
          if (!error) answer('sent');
          else answer(isRefusal(error) ? 'refused' : 'unsent');
        });
      });
    const giveUp = () => {
      phase = 'ended';
      for (const answer of unanswered) answer('unsent');
      unanswered.clear();
    };
    const fail = (refused: boolean, message: string, code?: number) => {
      if (phase !== 'opening') return;
      phase = 'ended';
      client.end(true);
      resolve({ ok: false, refused, message, ...(code !== undefined && { code }) });
    };
    signal.addEventListener('abort', () => fail(false, 'aborted'), { once: true });

    client.on('error', (error) => {
      const code = 'code' in error && typeof error.code === 'number' ? error.code : 0;
      loss = { ...loss, detail: error.message };
      if (code >= REFUSED) fail(true, error.message, code);
      else fail(false, error.message);
    });
    client.on('disconnect', (packet) => {
      const { reasonCode: code = 0, properties } = packet;
      const reason = properties?.reasonString ?? `Closed by the broker (0x${code.toString(16)})`;
      loss = { code, reason };
    });
    client.on('close', () => {
      fail(false, loss.detail ?? 'closed');
      if (phase !== 'open') return;
      giveUp();
      client.end(true);
      events.lost(loss);
    });
    client.on('packetreceive', () => events.heard());
    client.on('message', (topic, payload, packet) => {
      if (phase !== 'open') return;
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
      if (phase !== 'opening') return;
      phase = 'open';
      resolve({
        ok: true,
        sessionPresent: connack.sessionPresent,
        transport: {
          publish: (topic, payload, { qos, responseTopic, correlation, contentType, expirySeconds }) =>
            ask((done) =>
              client.publish(
                topic,
                payload,
                {
                  qos,
                  properties: {
                    ...(responseTopic !== undefined && { responseTopic }),
                    ...(correlation !== undefined && {
                      // The writer takes a string too (as UTF-8); the typing knows only Node's Buffer.
                      correlationData: correlation as never,
                    }),
                    ...(contentType !== undefined && { contentType }),
                    ...(expirySeconds !== undefined && { messageExpiryInterval: expirySeconds }),
                  },
                },
                done,
              ),
            ),
          subscribe: (filter, qos) => ask((done) => client.subscribe(filter, { qos }, done)),
          unsubscribe: (filter) => ask((done) => client.unsubscribe(filter, done)),
          ping() {
            if (phase === 'open') client.sendPing();
          },
          drop() {
            if (phase === 'ended') return;
            giveUp();
            client.end(true);
          },
          end({ keepSession }) {
            if (phase === 'ended') return;
            giveUp();
            client.end(false, {
              reasonCode: 0,
              properties: { sessionExpiryInterval: keepSession ? MQTT_SESSION_EXPIRY_S : 0 },
            });
          },
        },
      });
    });
  });

const CORRELATION_BYTES = 128;
const utf8 = new TextDecoder('utf-8', { fatal: true });

function correlationOf(bytes: Uint8Array): string {
  if (bytes.byteLength > CORRELATION_BYTES) return '';
  try {
    return utf8.decode(bytes);
  } catch {
    return '';
  }
}

/** The library gives a PUBACK's reason code, and for a subscription the SUBACK itself. */
const isRefusal = (error: Error) =>
  ('packet' in error && error.packet !== undefined) || ('code' in error && Number(error.code) >= REFUSED);
