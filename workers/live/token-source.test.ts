import { expect, test } from 'vitest';
import type { TabFace } from '#protocol/live-worker.ts';
import { fakeToken } from './fakes/fake-broker.ts';
import { createFakeClock } from './fakes/fake-clock.ts';
import { createTokenSource } from './token-source.ts';

const answering = (token: string | undefined): TabFace => ({ freshToken: async () => token });
const frozen: TabFace = { freshToken: () => new Promise(() => {}) };
const gone: TabFace = { freshToken: () => Promise.reject(new Error('closed')) };

function setUp(...faces: TabFace[]) {
  const clock = createFakeClock();
  return { clock, source: createTokenSource({ clock, faces: () => faces }) };
}

test('the token that a tab brought along is used without asking anybody', async () => {
  const { clock, source } = setUp(frozen);
  const token = fakeToken(clock.now() + 60_000);
  expect(source.offer(token)).toBe(true);
  expect(await source.token({ renew: false })).toBe(token);
});

test('a token that is good for less than 30 s is not', async () => {
  const clock = createFakeClock();
  const fresh = fakeToken(clock.now() + 900_000);
  const source = createTokenSource({ clock, faces: () => [answering(fresh)] });
  source.offer(fakeToken(clock.now() + 29_000));
  expect(await source.token({ renew: false })).toBe(fresh);
});

test('a token of a short life is good for three quarters of it', async () => {
  const { clock, source } = setUp(frozen);
  const token = fakeToken(clock.now() + 20_000, 't1', clock.now());
  source.offer(token);
  expect(await source.token({ renew: false })).toBe(token);
});

test('the first tab that answers is enough', async () => {
  const clock = createFakeClock();
  const fresh = fakeToken(clock.now() + 900_000);
  const source = createTokenSource({
    clock,
    faces: () => [frozen, gone, answering(undefined), answering(fresh)],
  });
  expect(await source.token({ renew: true })).toBe(fresh);
  expect(clock.running()).toBe(0);
});

test('tabs that say that they are signed out end it, even with a token at hand', async () => {
  const { clock, source } = setUp(answering(undefined), gone);
  source.offer(fakeToken(clock.now() + 900_000));
  expect(await source.token({ renew: true })).toBeUndefined();
});

test('tabs that are silent for 3 s leave the token at hand', async () => {
  const { clock, source } = setUp(frozen);
  const token = fakeToken(clock.now() + 900_000);
  source.offer(token);
  const answer = source.token({ renew: true });
  await clock.advance(3_000);
  expect(await answer).toBe(token);
});

test('an older token, and what is no token, are not newer', () => {
  const { clock, source } = setUp();
  source.offer(fakeToken(clock.now() + 60_000));
  expect(source.offer(fakeToken(clock.now() + 50_000))).toBe(false);
  expect(source.offer('nonsense')).toBe(false);
});
