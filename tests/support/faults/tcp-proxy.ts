/** A small TCP proxy before one service, so that a test can take just this one away. Loopback only. */
import { connect, createServer, type Socket } from 'node:net';

export type TcpProxy = {
  port: number;
  /** Where to pass on to from now on: a port of 127.0.0.1. */
  aim(targetPort: number): void;
  /** Ends every connection and refuses new ones, as a stopped service does. */
  cut(): Promise<void>;
  /**
   * Passes nothing on and ends nothing, as a broken network does. What was open stays dead for good, and is never
   * told; what knocks meanwhile is let through by `restore`, as TCP's own repeats would bring it.
   */
  blackHole(): void;
  /**
   * As a service that hangs: what is open gets nothing any more, and a new connection gets the answer to its first
   * request (of HTTP: the upgrade to a WebSocket), then nothing. `restore` ends them all, as a restarted service does.
   */
  hang(): void;
  /** As a school's filter that lets no WebSocket through: it ends what is open, and answers an upgrade with a page of its own. */
  filter(): void;
  /**
   * From now on ends every connection on which one of the two sides has said nothing for so long, as proxies do. Tells how
   * many it has ended. `restore` ends that.
   */
  endIdle(afterMs: number): () => number;
  restore(): Promise<void>;
  /** Clients that are connected now. */
  open(): number;
  close(): Promise<void>;
};

type Mode = 'passing' | 'black hole' | 'hanging' | 'filtering';

const BLOCK_PAGE = '<!doctype html><title>Blocked</title><p>This site is not allowed at this school.</p>';
type Pair = { client: Socket; target: Socket | undefined; isDead: boolean };

/** Calls back once neither side is heard, or only one, for so long. The sockets are read by others. */
function whenIdle({ client, target }: Pair, afterMs: number, idle: () => void): () => void {
  const stops = [client, target].map((side) => {
    let timer = setTimeout(idle, afterMs);
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(idle, afterMs);
    };
    side?.on('data', heard);
    return () => {
      clearTimeout(timer);
      side?.off('data', heard);
    };
  });
  return () => {
    for (const stop of stops) stop();
  };
}

/** `targetPort` on 127.0.0.1; listens on a free port, or on `port`. */
export async function createTcpProxy(options: { targetPort: number; port?: number }): Promise<TcpProxy> {
  let { targetPort } = options;
  const pairs = new Set<Pair>();
  /** What stops looking whether a connection is idle. */
  const looks = new Map<Pair, () => void>();
  let idle: { afterMs: number; ended: () => void } | undefined;
  let mode: Mode = 'passing';

  const server = createServer((client) => {
    const pair: Pair = { client, target: undefined, isDead: false };
    pairs.add(pair);
    client.on('error', () => leave(pair)).on('close', () => leave(pair));
    if (mode === 'hanging') passFirstAnswer(pair);
    else if (mode === 'filtering') refuse(client);
    else if (mode === 'passing') {
      pass(pair, reach(pair));
      look(pair);
    }
    // Else it waits unread for `restore`.
  });

  function reach(pair: Pair): Socket {
    const target = connect(targetPort, '127.0.0.1');
    pair.target = target;
    target.on('error', () => leave(pair)).on('close', () => leave(pair));
    return target;
  }

  /** One side has gone; of a dead connection the other one must not learn it. */
  function leave(pair: Pair) {
    const { client, target, isDead } = pair;
    if (!isDead || (client.destroyed && target?.destroyed !== false)) end(pair);
  }

  /** Where idle connections are ended: as soon as this one is. */
  function look(pair: Pair) {
    if (idle === undefined) return;
    const { afterMs, ended } = idle;
    const stop = whenIdle(pair, afterMs, () => {
      ended();
      end(pair);
    });
    looks.set(pair, stop);
  }

  function end(pair: Pair) {
    pairs.delete(pair);
    looks.get(pair)?.();
    looks.delete(pair);
    pair.client.destroy();
    pair.target?.destroy();
  }
  const endAll = () => [...pairs].forEach(end);

  function deaden(pair: Pair) {
    const { client, target } = pair;
    pair.isDead = true;
    if (target) {
      client.unpipe(target);
      target.unpipe(client);
    }
    client.resume();
    target?.resume();
  }

  function passFirstAnswer(pair: Pair) {
    const target = reach(pair);
    pair.client.pipe(target);
    target.once('data', (answer: Buffer) => {
      const headEnd = answer.indexOf('\r\n\r\n');
      pair.client.write(headEnd < 0 ? answer : answer.subarray(0, headEnd + 4));
      deaden(pair);
    });
  }

  const listen = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(at, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  const unlisten = () => new Promise<void>((resolve) => server.close(() => resolve()));

  await listen(options.port ?? 0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const ownPort = address.port;

  return {
    port: ownPort,
    aim(port) {
      targetPort = port;
    },
    async cut() {
      mode = 'passing';
      const closed = server.listening ? unlisten() : undefined;
      endAll();
      await closed;
    },
    blackHole() {
      mode = 'black hole';
      for (const pair of pairs) deaden(pair);
    },
    hang() {
      mode = 'hanging';
      for (const pair of pairs) deaden(pair);
    },
    filter() {
      mode = 'filtering';
      endAll();
    },
    endIdle(afterMs) {
      let count = 0;
      const ended = () => {
        count += 1;
      };
      idle = { afterMs, ended };
      for (const pair of pairs) look(pair);
      return () => count;
    },
    async restore() {
      const was = mode;
      mode = 'passing';
      idle = undefined;
      for (const stop of looks.values()) stop();
      looks.clear();
      if (was === 'hanging') endAll();
      for (const pair of pairs) if (!pair.isDead && !pair.target) pass(pair, reach(pair));
      if (!server.listening) await listen(ownPort);
    },
    open: () => [...pairs].filter(({ client }) => !client.destroyed).length,
    async close() {
      const closed = server.listening ? unlisten() : undefined;
      endAll();
      await closed;
    },
  };
}

function refuse(client: Socket) {
  client.once('data', () =>
    client.end(
      `HTTP/1.1 403 Forbidden\r\ncontent-type: text/html\r\ncontent-length: ${BLOCK_PAGE.length}\r\nconnection: close\r\n\r\n${BLOCK_PAGE}`,
    ),
  );
}

function pass({ client }: Pair, target: Socket) {
  client.pipe(target);
  target.pipe(client);
}
