/**
 * Stands between browsers and the broker: counts their connections and what the broker sends them. For a bench that
 * plays the broker itself, new connections can be given to a server of its own instead.
 */
import { connect, createServer, type Socket } from 'node:net';
import type { BenchContext } from '../meters/measurement.ts';

export type BrokerFront = {
  /** For `PUBLIC_MQTT_URL`: every tenant's console finds the broker here. */
  mqttUrl: string;
  /** Where the platform listens, once that is known. */
  setTarget(port: number): void;
  /** From now on new connections are this one's business; undefined: the broker's again. */
  divert(take: ((socket: Socket) => void) | undefined): void;
  connections(): number;
  /** From broker to browsers since the start, with the frames around the messages. */
  bytesOut(): number;
};

export async function createBrokerFront(context: BenchContext): Promise<BrokerFront> {
  const open = new Set<Socket>();
  let targetPort = 0;
  let taker: ((socket: Socket) => void) | undefined;
  let bytesOut = 0;

  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => {}).on('close', () => open.delete(client));
    if (taker) {
      taker(client);
      return;
    }
    const target = connect(targetPort, '127.0.0.1');
    target.on('error', () => {}).on('close', () => client.destroy());
    client.on('close', () => target.destroy());
    target.on('data', (bytes) => {
      bytesOut += bytes.length;
    });
    client.pipe(target);
    target.pipe(client);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  context.atEnd(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });

  return {
    mqttUrl: `ws://127.0.0.1:${port}/mqtt`,
    setTarget(next) {
      targetPort = next;
    },
    divert(take) {
      taker = take;
    },
    connections: () => open.size,
    bytesOut: () => bytesOut,
  };
}
