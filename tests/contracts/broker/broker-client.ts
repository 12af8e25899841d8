/** A client of the broker: what it does, and what it hears of it. */
import type { IPublishPacket, MqttClient } from 'mqtt';

export type Received = { topic: string; payload: Buffer; packet: IPublishPacket };

/** Collects what arrives and lets tests wait for it. */
export function createInbox(client: MqttClient) {
  const messages: Received[] = [];
  const waiting = new Set<() => void>();
  client.on('message', (topic, payload, packet) => {
    messages.push({ topic, payload, packet });
    for (const look of waiting) look();
  });
  return {
    messages,
    next(wanted: (message: Received) => boolean = () => true): Promise<Received> {
      return new Promise((resolve) => {
        const look = () => {
          const at = messages.findIndex(wanted);
          if (at < 0) return;
          waiting.delete(look);
          const [message] = messages.splice(at, 1);
          if (message) resolve(message);
        };
        waiting.add(look);
        look();
      });
    },
  };
}

/** The reason code with which the broker refused, or undefined. */
export async function refusalOf(done: Promise<unknown>): Promise<number | undefined> {
  try {
    await done;
    return undefined;
  } catch (error) {
    return (error as { code?: number }).code ?? -1;
  }
}

/** The reason code or granted QoS of one filter. */
export function subscribe(client: MqttClient, filter: string, qos: 0 | 1 = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    client.subscribe(filter, { qos }, (error, granted, packet) => {
      const code = (packet as { granted?: number[] } | undefined)?.granted?.[0] ?? granted?.[0]?.qos;
      if (code !== undefined) resolve(code);
      else reject(error ?? new Error('no SUBACK'));
    });
  });
}

/** The reason code of the broker's DISCONNECT. */
export const disconnectOf = (client: MqttClient): Promise<number | undefined> =>
  new Promise((resolve) => {
    client.once('disconnect', ({ reasonCode }) => resolve(reasonCode));
  });

export const closeOf = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => {
    client.once('close', resolve);
  });

/** As when the network goes away. */
export function cutOff(client: MqttClient): Promise<void> {
  const closed = closeOf(client);
  client.stream.destroy();
  return closed;
}

/** A round trip to the broker: what was sent before has been looked at. */
export const pingOf = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => {
    client.on('packetreceive', function look({ cmd }) {
      if (cmd !== 'pingresp') return;
      client.off('packetreceive', look);
      resolve();
    });
    client.sendPing();
  });
