/** A line of so many bits a second before a service: what does not fit waits where it waits on a real one, at the sender. */
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchContext } from '../meters/measurement.ts';

export type NarrowLine = {
  port: number;
  /** Bits a second from the service to its clients; undefined: as fast as this machine. */
  setRate(bitsPerSecond: number | undefined): void;
};

const SLICE_MS = 20;

/** Listens on a free port of 127.0.0.1. Bytes to the service pass freely: they are few. */
export async function createNarrowLine(context: BenchContext, targetPort: number): Promise<NarrowLine> {
  const open = new Set<Socket>();
  let rate: number | undefined;

  async function passSlowly(target: Socket, client: Socket): Promise<void> {
    for await (const bytes of target.iterator({ destroyOnReturn: false })) {
      let left = bytes as Buffer;
      while (left.length > 0 && !client.destroyed) {
        const slice = rate === undefined ? left.length : Math.max(1, Math.round((rate / 8_000) * SLICE_MS));
        client.write(left.subarray(0, slice));
        left = left.subarray(slice);
        if (rate !== undefined) await pause(SLICE_MS);
      }
    }
  }

  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    for (const socket of [client, target]) {
      open.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          open.delete(socket);
          client.destroy();
          target.destroy();
        });
    }
    client.pipe(target);
    void passSlowly(target, client).catch(() => client.destroy());
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
    port,
    setRate(next) {
      rate = next;
    },
  };
}
