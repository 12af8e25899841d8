/**
 * The processes that one first process has started on a machine hand each other the sockets of clients: nothing that
 * such a client says or hears crosses the process at which it arrived.
 */
import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ProcessName, SiteName } from './site-leases.ts';

/** A client whose upgrade has been answered, and whose CONNECT has been read. */
export type HandedClient = {
  /** Who gets it. */
  process: ProcessName;
  site: SiteName;
  /** The client's network address. */
  address: string;
  /** Of its upgrade. */
  request: { url: string; headers: Record<string, string> };
  /** What has been read after the answer, in base64. */
  bytes: string;
};

export type Siblings = {
  /** Begins the names of this process and of its siblings. */
  family: string;
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

type Message =
  | { type: 'process'; name: ProcessName }
  | { type: 'client'; client: HandedClient }
  | { type: 'count'; id: number }
  /** Without a text: it could not be had. */
  | { type: 'counted'; id: number; text?: string };

/**
 * What a socket of Node.js stands on. Sockets themselves can be sent too, but then the first process would begin to
 * read from them.
 */
type Handle = { readStop(): void; close(): void };
type SendsHandles = (message: Message, handle: Handle, options: object, sent: () => void) => boolean;

const FAMILY = 'LECTERN_FAMILY';

/** For the first process: the environment of those that it starts. */
export const familyEnvironment = (family: string) => ({ [FAMILY]: family });
export const newFamily = (): string => randomUUID().slice(0, 8);

/** Undefined: nobody has started this process beside others. */
export function siblingsOfProcess(): Siblings | undefined {
  const family = process.env[FAMILY];
  if (!cluster.isWorker || family === undefined) return undefined;
  const send = process.send?.bind(process) as SendsHandles | undefined;
  return {
    family,
    join: (name) => void process.send?.({ type: 'process', name } satisfies Message),
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
      process.on('message', (message: Message, handle: unknown) => {
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
  process.on('message', (message: Message) => {
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
      process.send?.({ type: 'count', id } satisfies Message);
    });
}

/**
 * For the first process: passes clients on to the process that is meant, and reads the metrics of all. Give it each
 * process that is started.
 */
export function createSiblingPost(familyMetrics: () => Promise<string>): (worker: Worker) => void {
  const byName = new Map<ProcessName, Worker>();
  return (worker) => {
    let own: ProcessName | undefined;
    worker.on('message', (message: Message, sent: unknown) => {
      if (message.type === 'process') {
        own = message.name;
        byName.set(own, worker);
      }
      if (message.type === 'count') {
        const answer = (text?: string) => {
          const counted: Message = { type: 'counted', id: message.id, ...(text !== undefined && { text }) };
          if (worker.isConnected()) worker.send(counted);
        };
        familyMetrics().then(answer, () => answer());
      }
      if (message.type !== 'client' || sent === undefined) return;
      const handle = sent as Handle;
      const to = byName.get(message.client.process);
      if (to?.isConnected() !== true) {
        handle.close();
        return;
      }
      const send = to.process.send.bind(to.process) as unknown as SendsHandles;
      send(message, handle, {}, () => handle.close());
    });
    worker.once('exit', () => {
      if (own !== undefined) byName.delete(own);
    });
  };
}

/** Undefined: it is no TCP connection, or what was written to it is still here. */
function handleOf(socket: Duplex): Handle | undefined {
  if (!(socket instanceof Socket) || 'encrypted' in socket) return undefined;
  if (socket.destroyed || socket.writableLength > 0) return undefined;
  return (socket as Socket & { _handle?: Handle | null })._handle ?? undefined;
}
