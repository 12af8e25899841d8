/**
 * The processes that one first process has started on a machine hand each other the sockets of clients: nothing that
 * such a client says or hears crosses the process at which it arrived.
 */
import cluster from 'node:cluster';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  FAMILY,
  FAMILY_SPEAKER,
  type HandedClient,
  type Handle,
  type SendsHandles,
  type SiblingMessage,
} from './sibling-messages.ts';
import type { ProcessName } from './site-leases.ts';

export type Siblings = {
  /** Begins the names of this process and of its siblings. */
  family: string;
  /** What this process says its operator reads. One that is started in the place of another speaks to nobody. */
  speaks: boolean;
  /** Says to the first process under which name this one can be handed clients. */
  join(self: ProcessName): void;
  /**
   * Gives the client's socket to a sibling. False: the socket cannot be given, and stays as it is. What came from the
   * client meanwhile goes along; where the sibling has just ended, the connection ends.
   */
  hand(client: HandedClient, socket: Duplex): boolean;
  /** What this process and its siblings count together, as Prometheus reads it. Rejects where one of them does not answer. */
  metrics(): Promise<string>;
  /** What siblings hand to this process. */
  listen(listener: (client: HandedClient, socket: Socket) => void): void;
};

/** Undefined: nobody has started this process beside others. */
export function siblingsOfProcess(): Siblings | undefined {
  const family = process.env[FAMILY];
  if (!cluster.isWorker || family === undefined) return undefined;
  const send = process.send?.bind(process) as SendsHandles | undefined;
  return {
    family,
    speaks: process.env[FAMILY_SPEAKER] !== undefined,
    join: (name) => void process.send?.({ type: 'process', name } satisfies SiblingMessage),
    hand(client, socket) {
      const handle = handleOf(socket);
      if (!handle || !send || !process.connected) return false;
      handle.readStop();
      const bytes = [Buffer.from(client.bytes, 'base64')];
      for (let more = socket.read(); more !== null; more = socket.read()) bytes.push(more);
      const whole = { ...client, bytes: Buffer.concat(bytes).toString('base64') };
      // The other process has a descriptor of its own then.
      send({ type: 'client', client: whole }, handle, {}, () => socket.destroy());
      return true;
    },
    metrics: createQuestions(),
    listen(listener) {
      process.on('message', (message: SiblingMessage, handle: unknown) => {
        if (message.type !== 'client' || handle === undefined) return;
        // The option is missing in the typings: it is how servers of Node.js make their sockets.
        const options = { handle, readable: true, writable: true };
        listener(message.client, new Socket(options));
      });
    },
  };
}

/** Asks the first process for the metrics of all. */
function createQuestions(): () => Promise<string> {
  const waiting = new Map<number, (text: string | undefined) => void>();
  let last = 0;
  process.on('message', (message: SiblingMessage) => {
    if (message.type !== 'counted') return;
    waiting.get(message.id)?.(message.text);
    waiting.delete(message.id);
  });
  return () =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, (text) => {
        if (text === undefined)
          reject(new Error('A process of the platform did not say what it has counted'));
        else resolve(text);
      });
      process.send?.({ type: 'count', id } satisfies SiblingMessage);
    });
}

/** Undefined: it is no TCP connection, or what was written to it is still here. */
function handleOf(socket: Duplex): Handle | undefined {
  if (!(socket instanceof Socket) || 'encrypted' in socket) return undefined;
  if (socket.destroyed || socket.writableLength > 0) return undefined;
  return (socket as Socket & { _handle?: Handle | null })._handle ?? undefined;
}
