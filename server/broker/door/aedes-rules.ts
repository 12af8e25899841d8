/** The callbacks of aedes for each packet. The gate decides, and gaps of aedes in MQTT 5 are filled here. */
import type { AedesOptions } from 'aedes';
import { packetBytes } from '../wire/packet-bytes.ts';
import { connackRefusal } from '../wire/raw-packets.ts';
import type { BrokerMessage, Gate } from './door-gate.ts';
import type { DoorLimits } from './door-limits.ts';
import type { TakeoverQueue } from './takeover-queue.ts';
import type { Visits } from './visits.ts';

/** CONNACK of MQTT 3.1.1, "unacceptable protocol version". */
const WRONG_VERSION_CONNACK = Buffer.from([0x20, 0x02, 0x00, 0x01]);

export type AedesRulesDeps = {
  gate: Gate;
  visits: Visits;
  takeovers: TakeoverQueue;
  limits: Pick<DoorLimits, 'maxWillDelayMs'>;
  /** Removes a filter from a client's stored session. */
  forgetFilter(client: { id: string }, filter: string): void;
};

type ConnectRules = Required<Pick<AedesOptions, 'preConnect' | 'authenticate'>>;
type TopicRules = Required<
  Pick<AedesOptions, 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'>
>;

/** Thrown for a publish that the gate has refused and counted; the connection continues. */
export class RefusedPublish extends Error {}

/** Rules for CONNECT packets. */
export function createConnectRules({ gate, visits, takeovers, limits }: AedesRulesDeps): ConnectRules {
  return {
    preConnect(client, packet, done) {
      if (packet.protocolVersion !== 5) {
        visits.refuse(client, 'protocol-version');
        client.conn.write(WRONG_VERSION_CONNACK);
        done(new Error('only MQTT 5 is spoken here'), false);
        return;
      }
      const visit = visits.of(client);
      visit?.stream.greeted();
      if (visit) visit.connect = packet;
      const will = packet.will?.properties;
      if (will?.willDelayInterval !== undefined)
        will.willDelayInterval = Math.min(will.willDelayInterval, limits.maxWillDelayMs / 1000);
      done(null, true);
    },

    authenticate(client, username, password, done) {
      const visit = visits.of(client);
      const will = visit?.connect?.will;
      if (!visit) return done(null, false);
      const request = {
        clientId: visit.connect?.clientId ?? '',
        username,
        password: password?.toString(),
        will: will && messageOf(will),
      };
      void gate.admit(request, visit.stream).then((admission) => {
        if (!admission.admitted) {
          visit.isRefused = true;
          if (!client.closed) client.conn.write(connackRefusal(admission.code, admission.reason));
          client.close();
          return;
        }
        // A client that resumes a session keeps it at least for this connection (MQTT 5.0, 3.1.2.11.2). aedes
        // would decide that by the Session Expiry Interval alone.
        if (visit.connect?.clean === false) Object.assign(client, { clean: false });
        visits.admit(client, admission.connection);
        void takeovers.take(client, request.clientId).then(() => done(null, true));
      });
    },
  };
}

/** Rules for messages and filters. */
export function createTopicRules({ gate, visits, forgetFilter }: AedesRulesDeps): TopicRules {
  return {
    authorizePublish(client, packet, done) {
      const connection = visits.connectionOf(client);
      if (!connection) return done(new Error('not authorized'));
      // Last wills pass here when due. The delay is not a property of the message (MQTT 5.0, 3.3.2.3).
      if (packet.properties && 'willDelayInterval' in packet.properties) {
        const { willDelayInterval: _, ...properties } = packet.properties;
        packet.properties = properties;
      }
      const answer = (refusal: string | undefined) =>
        refusal === undefined ? done() : done(new RefusedPublish(refusal));
      const refusal = gate.refusePublish(connection, messageOf(packet));
      if (refusal instanceof Promise) void refusal.then(answer);
      else answer(refusal);
    },

    authorizeSubscribe(client, subscription, done) {
      const connection = visits.connectionOf(client);
      if (!connection) return done(null, null);
      const answer = (allowed: boolean) => {
        if (allowed) connection.filters.add(subscription.topic);
        // The session may have had more rights in an earlier connection.
        else forgetFilter(client, subscription.topic);
        done(null, allowed ? subscription : null);
      };
      const verdict = gate.maySubscribe(connection, subscription.topic);
      if (verdict instanceof Promise) void verdict.then(answer);
      else answer(verdict);
    },

    authorizeForward(client, packet) {
      const visit = visits.of(client);
      const connection = visit?.connection;
      // Nothing may precede the CONNACK. QoS 1 messages wait in the queue, which is sent after it.
      if (!connection || !visit.isWelcomed) return null;
      // aedes ignores this limit (MQTT 5.0, 3.1.2.11.4: discard what is too large for the receiver).
      if (client.maximumPacketSize !== undefined && packetBytes(packet) > client.maximumPacketSize) {
        gate.droppedForSize();
        return null;
      }
      if (!gate.mayForward(connection, messageOf(packet))) return null;
      visit.window?.forwarded();
      return packet;
    },
  };
}

export const messageOf = (packet: {
  topic: string;
  payload: string | Buffer;
  qos?: 0 | 1 | 2;
  retain?: boolean;
  properties?: object;
}): BrokerMessage => ({
  topic: packet.topic,
  payload: typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload,
  qos: packet.qos ?? 0,
  retain: packet.retain ?? false,
  properties: packet.properties,
});
