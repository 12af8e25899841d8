import { once } from 'node:events';
import { get, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { parseOptions } from '../options/parse-options.ts';
import { openPort } from './open-port.ts';

const STALLED_MS = 300;
const LIMITS = { stalledMs: STALLED_MS, idleMs: 600, bodyGraceMs: 600, minBytesPerSecond: 2_048 };
const MIB = 1024 * 1024;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** `/endless` never responds, `/late` after three times the stop timeout, and `/` immediately. */
async function open() {
  const parsed = parseOptions([], {});
  if (parsed.name !== 'ok') throw new Error('the defaults are good options');
  const { server, port, ready, drained } = await openPort({ ...parsed.options, port: 0 }, LIMITS);
  ready();
  ends.push(drained);
  const endless: ServerResponse[] = [];
  server.on('request', (request, response) => {
    const { url } = request;
    if (url === '/endless') {
      endless.push(response);
      const chunk = Buffer.alloc(64 * 1024);
      Readable.from(
        (function* () {
          for (;;) yield chunk;
        })(),
      ).pipe(response);
    } else if (url === '/body') request.resume().once('end', () => response.end('got it'));
    else if (url === '/late') setTimeout(() => response.end('late'), 3 * STALLED_MS);
    else response.end('here');
  });
  const ask = async (path: string): Promise<string> => {
    const [answer] = await once(get({ port, path, agent: false }), 'response');
    let text = '';
    for await (const part of answer) text += part;
    return text;
  };
  const openStalled = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').pause();
    await once(socket, 'connect');
    socket.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n');
    ends.push(() => socket.destroy());
    return socket;
  };
  return { ask, openStalled, endless, port };
}

it('ends a connection whose reader takes nothing, keeps little of the answer for it, and serves the others', async () => {
  const { ask, openStalled, endless } = await open();
  for (let n = 0; n < 5; n += 1) await openStalled();
  await expect.poll(() => endless.length).toBe(5);
  expect(await ask('/')).toBe('here');
  const waiting = endless.map((response) => response.writableLength);
  expect(Math.max(...waiting)).toBeLessThan(MIB);
  await expect.poll(() => endless.filter(({ destroyed }) => destroyed).length, { timeout: 10_000 }).toBe(5);
  expect(await ask('/')).toBe('here');
});

it('says while it starts that the process lives, and which version it is', async () => {
  const parsed = parseOptions([], {});
  if (parsed.name !== 'ok') throw new Error('the defaults are good options');
  const { port, drained } = await openPort({ ...parsed.options, port: 0 });
  ends.push(drained);
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ ok: true, version: manifest.version });
});

it('leaves alone who waits for an answer that takes its time', async () => {
  const { ask } = await open();
  expect(await ask('/late')).toBe('late');
});

it('ends a socket that is not used any more', async () => {
  const { port } = await open();
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('here');
  await once(socket.resume(), 'close');
});

it('ends a body that hardly moves, and leaves one that arrives slowly', async () => {
  const { port } = await open();
  /** Sends a part of the body every 50 ms. */
  const send = async (bytes: number, parts: number) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(`POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes * parts}\r\n\r\n`);
    let sent = 0;
    const timer = setInterval(() => {
      socket.write('x'.repeat(bytes));
      sent += 1;
      if (sent === parts) clearInterval(timer);
    }, 50);
    ends.push(() => {
      clearInterval(timer);
      socket.destroy();
    });
    const [answer] = await once(socket, 'data');
    return String(answer).split('\r\n')[0];
  };
  const [slow, steady] = await Promise.all([send(1, 1_000), send(2_000, 30)]);
  expect(slow).toBe('HTTP/1.1 408 Request Timeout');
  expect(steady).toBe('HTTP/1.1 200 OK');
});
