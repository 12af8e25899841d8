import { expect, test } from 'vitest';
import { createFakeStorage } from './fakes/fake-storage.ts';
import { base64Url, createHandOvers, loginAddress } from './hand-over.ts';

function setUp() {
  const storage = createFakeStorage();
  return { storage, handOvers: createHandOvers({ storage: () => storage, crypto: globalThis.crypto }) };
}

test('the challenge is the SHA-256 of the verifier that stays here', async () => {
  const { handOvers } = setUp();
  const { state, challenge } = await handOvers.begin({ continuePath: '/x' });
  const verifier = handOvers.take(state)?.verifier ?? '';
  expect(verifier).toMatch(/^[\w-]{43}$/);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  expect(challenge).toBe(base64Url(new Uint8Array(digest)));
});

test('each state can be taken once, and only one that was made here', async () => {
  const { handOvers } = setUp();
  const { state } = await handOvers.begin({ continuePath: '/x' });
  expect(handOvers.take('forgedforgedforged')).toBeUndefined();
  expect(handOvers.take(state)?.continuePath).toBe('/x');
  expect(handOvers.take(state)).toBeUndefined();
});

test('an older login page can still be finished, but not without end', async () => {
  const { handOvers } = setUp();
  const states: string[] = [];
  for (let n = 0; n < 7; n += 1) states.push((await handOvers.begin({ continuePath: `/${n}` })).state);
  expect(states.map((state) => handOvers.take(state)?.continuePath)).toEqual([
    undefined,
    undefined,
    '/2',
    '/3',
    '/4',
    '/5',
    '/6',
  ]);
});

test('damaged storage is as if nothing was begun', async () => {
  const { storage, handOvers } = setUp();
  storage.setItem('lectern.handOvers', '{"state":"x"}');
  expect(handOvers.take('x')).toBeUndefined();
  const { state } = await handOvers.begin({ continuePath: '/' });
  expect(handOvers.take(state)).toBeDefined();
});

test('the login address carries everything in its hash', () => {
  const request = { tenant: 'demo', state: 's', challenge: 'c', continuePath: '/a?b=c#d', fresh: true };
  const url = new URL(loginAddress('http://login.localhost', { ...request, reloginWith: 'a+b@c.d' }));
  expect(url.search).toBe('');
  expect(Object.fromEntries(new URLSearchParams(url.hash.slice(1)))).toEqual({
    tenant: 'demo',
    state: 's',
    challenge: 'c',
    continue: '/a?b=c#d',
    fresh: '1',
    reloginWith: 'a+b@c.d',
  });
});
