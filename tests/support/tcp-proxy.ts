/** A small TCP proxy before one service, so that a test can take just this one away. Loopback only. */
import { connect, createServer, type Socket } from 'node:net';

export type TcpProxy = {
  port: number;
  /** Ends every connection and refuses new ones, as a stopped service does. */
  cut(): Promise<void>;
  /** Keeps connections open and accepts new ones, but passes nothing on, as a broken network does. */
  blackHole(): void;
  /** Passes everything again. What a black hole has swallowed stays lost: its connections end. */
  restore(): Promise<void>;
  /** Connections that are open now. */
  open(): number;
  close(): Promise<void>;
};

type Pair = { client: Socket; target: Socket | undefined };

/** `targetPort` on 127.0.0.1; listens on a free port, or on `port`. */
export async function createTcpProxy({
  targetPort,
  port = 0,
}: {
  targetPort: number;
  port?: number;
}): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let swallowing = false;

  const server = createServer((client) => {
    const pair: Pair = { client, target: undefined };
    pairs.add(pair);
    client.on('error', () => end(pair)).on('close', () => end(pair));
    if (swallowing) {
      client.resume();
      return;
    }
    const target = connect(targetPort, '127.0.0.1');
    pair.target = target;
    target.on('error', () => end(pair)).on('close', () => end(pair));
    client.pipe(target);
    target.pipe(client);
  });

  function end(pair: Pair) {
    pairs.delete(pair);
    pair.client.destroy();
    pair.target?.destroy();
  }
  const endAll = () => [...pairs].forEach(end);

  const listen = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(at, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  const unlisten = () => new Promise<void>((resolve) => server.close(() => resolve()));

  await listen(port);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const ownPort = address.port;

  return {
    port: ownPort,
    async cut() {
      swallowing = false;
      const closed = server.listening ? unlisten() : undefined;
      endAll();
      await closed;
    },
    blackHole() {
      swallowing = true;
      for (const { client, target } of pairs) {
        if (!target) continue;
        client.unpipe(target);
        target.unpipe(client);
        client.resume();
        target.resume();
      }
    },
    async restore() {
      if (swallowing) endAll();
      swallowing = false;
      if (!server.listening) await listen(ownPort);
    },
    open: () => pairs.size,
    async close() {
      const closed = server.listening ? unlisten() : undefined;
      endAll();
      await closed;
    },
  };
}
