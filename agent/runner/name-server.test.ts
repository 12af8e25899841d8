import { afterEach, describe, expect, it } from 'vitest';
import { type NameServer, startNameServer } from './name-server.ts';

const CONSOLE = 'https://acme.lectern.example';
const about = { hostname: 'PC-LAB-7', consoleOrigins: [CONSOLE], port: 0 };

let server: NameServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('the name server of a site runner', () => {
  async function ask(path: string, { method = 'GET', origin = CONSOLE } = {}) {
    server ??= await startNameServer(about);
    return fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers: { origin } });
  }

  it('says its name to the console, and to no other page', async () => {
    const answer = await ask('/dnslookup');
    expect(await answer.text()).toBe('PC-LAB-7');
    expect(answer.headers.get('access-control-allow-origin')).toBe(CONSOLE);
    const other = await ask('/dnslookup', { origin: 'https://elsewhere.example' });
    expect(other.status).toBe(403);
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    expect(await other.text()).toBe('');
  });

  it('lets a public page of the console ask a machine of the local network', async () => {
    const answer = await ask('/dnslookup', { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-private-network')).toBe('true');
  });

  it('says to a person who opens its address that it is reached, and no name', async () => {
    server ??= await startNameServer(about);
    for (const path of ['/', '/dnslookup']) {
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
      const text = await answer.text();
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(text).toMatch(/^This is the Site runner of this network/);
      expect(text).not.toContain(about.hostname);
    }
  });

  it('has nothing else', async () => {
    expect((await ask('/')).status).toBe(404);
    expect((await ask('/dnslookup', { method: 'POST' })).status).toBe(405);
  });
});
