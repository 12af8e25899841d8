import { expect, it } from 'vitest';
import type { StunCredentials } from '#protocol/rest/stun-credentials.ts';
import type { PlatformCall } from '../../core/connection/platform-call.ts';
import { createBrowserIceServers } from './browser-ice-servers.ts';

function setUp(answer: () => StunCredentials) {
  let now = 1_000;
  let asked = 0;
  const servers = createBrowserIceServers({
    call: (async () => {
      asked += 1;
      return answer();
    }) as unknown as PlatformCall,
    request: async () => ({ url: 'http://rest/v1/stun/creds' }),
    hostname: 'demo.school.example',
    now: () => now,
  });
  return {
    servers,
    asked: () => asked,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

it('asks no STUN server but the provider’s own', async () => {
  const relay = { urls: ['turn:relay.example:3478'], username: 'u', credential: 'c' };
  const foreign = { urls: 'stun:stun.other.example:3478' };
  const { servers } = setUp(() => ({ iceServers: [{ urls: 'stun:school.example:3478' }, foreign, relay] }));
  expect(await servers()).toEqual([{ urls: ['stun:school.example:3478'] }, relay]);
});

it.each([
  ['is right', 43_200_000],
  ['is a year ahead', 1],
])('keeps them for an hour, where the clock %s', async (_, expiresAt) => {
  const { servers, asked, pass } = setUp(() => ({ iceServers: [], expiresAt }));
  await servers();
  pass(3_599_000);
  await servers();
  expect(asked()).toBe(1);
  pass(1_000);
  await servers();
  expect(asked()).toBe(2);
});

it('goes without where there are none now, and asks again', async () => {
  const { servers, asked } = setUp(() => {
    throw new Error('away');
  });
  expect([await servers(), await servers()]).toEqual([[], []]);
  expect(asked()).toBe(2);
});
