import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { StunCredentials } from '#protocol/rest/stun-credentials.ts';
import { createPeerServices } from './peer-services.ts';

let server: Server | undefined;
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())));

async function servicesOf(credentials: StunCredentials) {
  const made = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(credentials));
  });
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  const { port } = made.address() as AddressInfo;
  return createPeerServices({
    origin: `http://127.0.0.1:${port}`,
    tenant: 'demo',
    accessToken: () => 'a',
    signal: new AbortController().signal,
  });
}

it('uses no STUN server but the platform’s own, and relays with their credentials', async () => {
  const relay = { urls: ['turn:relay.example:3478'], username: 'u', credential: 'c' };
  const services = await servicesOf({
    iceServers: [
      { urls: ['stun:localhost:3478', 'stun:stun.other.example:3478'] },
      { urls: 'stun:stun.other.example:19302' },
      relay,
    ],
  });
  expect(await services.iceServers()).toEqual([{ urls: ['stun:localhost:3478'] }, relay]);
});
