/** Brings a client to the process of its site, and asks that process for things. */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { HOLDER_HEADER, type RelayPort } from './relay-port.ts';
import type { RelayCall, RelaySeal } from './relay-seal.ts';
import type { ProcessName } from './site-leases.ts';
import type { Asked } from './site-routes.ts';

/** What of the client's request the service reads. */
export function passedHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    PASSED.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}

/** What became of a client's upgrade at the other process. */
export type Brought =
  | { name: 'taken'; response: IncomingMessage; socket: Duplex; head: Buffer }
  | { name: 'refused'; status: string };

export type RelayDial = {
  bring(client: IncomingMessage, call: RelayCall): Promise<Asked<Brought>>;
  /** Sends JSON, and gives the JSON of the answer. */
  ask(call: RelayCall, body: string): Promise<Asked<string>>;
};

/** On a machine or in its network; a site that is opened reads its class orders first. */
const ANSWER_MS = 4_000;

const PASSED = [
  'host',
  'origin',
  'connection',
  'upgrade',
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
];

export function createRelayDial(seal: RelaySeal, port: Pick<RelayPort, 'self' | 'connect'>): RelayDial {
  function send(call: RelayCall, method: string, headers: Record<string, string>): ClientRequest {
    const isHere = call.process === port.self;
    const { hostname, port: at } = placeOf(call.process);
    return httpRequest({
      host: hostname,
      port: at,
      method,
      path: call.path,
      headers,
      timeout: ANSWER_MS,
      // An agent would make the connection itself.
      ...(isHere ? { createConnection: () => port.connect() } : { agent: false }),
    });
  }

  return {
    bring: (client, call) =>
      answered((settle, fail) => {
        const sent = send(call, 'GET', { ...passedHeaders(client), ...seal.headersFor(call) });
        sent.on('upgrade', (response, socket, head) => {
          // The timeout of the request was its own.
          if ('setTimeout' in socket) socket.setTimeout(0);
          settle({ name: 'answered', answer: { name: 'taken', response, socket, head } });
        });
        sent.on('response', (response) => {
          response.resume();
          const status = `${response.statusCode} ${response.statusMessage}`;
          settle(elsewhere(response) ?? { name: 'answered', answer: { name: 'refused', status } });
        });
        listen(sent, fail);
        sent.end();
      }),
    ask: (call, body) =>
      answered((settle, fail) => {
        const sent = send(call, 'POST', {
          'content-length': String(Buffer.byteLength(body)),
          ...seal.headersFor(call, body),
        });
        sent.on('response', (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          response.on('end', () =>
            settle(
              elsewhere(response) ??
                (response.statusCode === 200 ? { name: 'answered', answer: text } : { name: 'silent' }),
            ),
          );
          response.on('error', fail);
        });
        listen(sent, fail);
        sent.end(body);
      }),
  };
}

function answered<Answer>(
  start: (settle: (asked: Asked<Answer>) => void, fail: (error: NodeJS.ErrnoException) => void) => void,
): Promise<Asked<Answer>> {
  return new Promise((resolve) => {
    // Nobody listens there: the process has ended. Any other failure may pass.
    start(resolve, ({ code }) => resolve({ name: code === 'ECONNREFUSED' ? 'dead' : 'silent' }));
  });
}

function listen(sent: ClientRequest, fail: (error: NodeJS.ErrnoException) => void): void {
  sent.on('error', fail);
  sent.on('timeout', () => sent.destroy(new Error('no answer')));
}

/** Undefined: the process has answered for the site. */
function elsewhere({ statusCode, headers }: IncomingMessage): Asked<never> | undefined {
  const holder = headers[HOLDER_HEADER];
  if (statusCode === 421 && typeof holder === 'string') return { name: 'moved', holder };
  if (statusCode === 410) return { name: 'dead' };
  return statusCode === 503 ? { name: 'silent' } : undefined;
}

function placeOf(name: ProcessName): { hostname: string; port: string } {
  const { hostname, port } = new URL(`http://${name.slice(name.indexOf('@') + 1)}`);
  return { hostname: hostname.replace(/^\[|\]$/g, ''), port };
}
