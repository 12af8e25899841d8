/** What the configuration of HAProxy in `deploy/` makes of paths and of answers to its checks. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHaproxy } from '../../support/processes/debian-servers.ts';
import { ask } from '../../support/tutors/platform-session.ts';

const LONG_MS = 60_000;
const READY = { ready: true, parts: { database: 'ok', broker: 'ok' } };

type Backend = { server: Server; name: string; readiness: object };

const portOf = ({ server }: Backend) => (server.address() as AddressInfo).port;

let backends: Backend[];
let haproxy: Awaited<ReturnType<typeof startHaproxy>>;

beforeAll(async () => {
  backends = ['a', 'b', 'c'].map((name) => {
    const backend = { name, readiness: READY, server: createServer() };
    backend.server.on('request', (request, response) => {
      const isCheck = request.url === '/readyz';
      response.writeHead(isCheck && backend.readiness !== READY ? 503 : 200, {
        'forwarded-for': request.headers['x-forwarded-for'] ?? '',
      });
      response.end(isCheck ? JSON.stringify(backend.readiness) : name);
    });
    return backend;
  });
  for (const { server } of backends) await once(server.listen(0, '127.0.0.1'), 'listening');
  haproxy = await startHaproxy(backends.map(portOf));
}, LONG_MS);
afterAll(async () => {
  await haproxy?.close();
  for (const { server } of backends) server.close();
});

/** Opens a connection: a kept one may lead to an ended process. Browsers retry then, and Node's client does not. */
const get = async (path: string, { port } = haproxy) =>
  (await ask(`http://demo.localhost:${port}${path}`, { agent: false })).body;
const sites = Array.from({ length: 60 }, (_, n) => `site-${n}`);
const homes = (at = haproxy) => Promise.all(sites.map((site) => get(`/mqtt/${site}`, at)));
const backendOf = (name: string): Backend => {
  const backend = backends.find((each) => each.name === name);
  if (!backend) throw new Error(`no answer of a backend: ${name}`);
  return backend;
};

describe('HAProxy', () => {
  it('leads all clients of a site to one process, and the sites to all of them', async () => {
    const first = await homes();
    expect(await homes()).toEqual(first);
    expect(await Promise.all(sites.map((site) => get(`/peerjs/${site}?key=demo&token=t`)))).toEqual(first);
    for (const { name } of backends)
      expect(first.filter((home) => home === name).length).toBeGreaterThan(sites.length / 10);
  });

  it('leads them where another HAProxy does', async () => {
    const other = await startHaproxy(backends.map(portOf));
    try {
      expect(await homes(other)).toEqual(await homes());
    } finally {
      await other.close();
    }
  });

  it('leads everything else to any process, with the address of the client', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => get('/v1/groups')));
    expect(new Set(answers).size).toBe(backends.length);
    const { headers } = await ask(`http://demo.localhost:${haproxy.port}/mqtt`);
    expect(headers['forwarded-for']).toBe('127.0.0.1');
  });

  it('leaves sites at a process whose database is away', async () => {
    const first = await homes();
    const away = { ready: false, parts: { database: 'no-answer', broker: 'ok' } };
    for (const backend of backends) backend.readiness = away;
    await Promise.all(backends.map(({ server }) => checksOf(server, 5)));
    expect(await homes()).toEqual(first);
    for (const backend of backends) backend.readiness = READY;
  });

  it.each(['starting', 'stopping'])(
    'leads sites away from a process that is %s, and leaves them where they are when it is back',
    async (state) => {
      const first = await homes();
      const [stopped = ''] = first;
      const backend = backendOf(stopped);
      backend.readiness = { ready: false, parts: { platform: state } };
      const isLedAway = async () => !(await homes()).includes(stopped);
      await expect.poll(isLedAway, { timeout: 15_000 }).toBe(true);
      const moved = await homes();
      for (const [index, home] of first.entries()) if (home !== stopped) expect(moved[index]).toBe(home);
      backend.readiness = READY;
      const isBack = async () =>
        (await Promise.all(Array.from({ length: 9 }, () => get('/v1/groups')))).includes(stopped);
      await expect.poll(isBack, { timeout: 15_000 }).toBe(true);
      expect(await homes()).toEqual(moved);
    },
    LONG_MS,
  );

  it('answers clients of a process that has just ended from another one', async () => {
    const first = await homes();
    const [ended = ''] = first;
    const { server } = backendOf(ended);
    const others = backends.map(({ name }) => name).filter((name) => name !== ended);
    server.close();
    server.closeAllConnections();
    for (let call = 0; call < 2 * backends.length; call += 1)
      expect(others).toContain(await get('/v1/groups'));
    // It ends the connections that were on their way there.
    const isAnswered = async () => {
      const answers = await homes().catch(() => []);
      return answers.filter((name) => others.includes(name)).length;
    };
    await expect.poll(isAnswered, { timeout: 5_000 }).toBe(sites.length);
  });
});

/** Resolves when HAProxy has checked the server so often. */
function checksOf(server: Server, checks: number): Promise<void> {
  return new Promise((resolve) => {
    let left = checks;
    const count = (request: { url?: string }) => {
      if (request.url !== '/readyz' || --left > 0) return;
      server.off('request', count);
      resolve();
    };
    server.on('request', count);
  });
}
