import { expect, test } from 'vitest';
import { readClaims } from '#protocol/auth/access-token.ts';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import type { TabFace } from '#protocol/threads/live-worker.ts';
import { fakeToken } from '../fakes/fake-broker.ts';
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
  expect(clock.pending()).toBe(0);
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

test('what a tab answers is used, even where this clock holds it for expired', async () => {
  const clock = createFakeClock();
  // 14.5 minutes fast: the platform has just made it.
  const iat = clock.now() - 870_000;
  const token = fakeToken(iat + 900_000, 't1', iat);
  const source = createTokenSource({ clock, faces: () => [answering(token)] });
  source.offer(token);
  expect(await source.token({ renew: false })).toBe(token);
});

test('a clock that is found fast is allowed for from then on, and no tab is asked without need', async () => {
  const clock = createFakeClock();
  const made = () => {
    const iat = clock.now() - 870_000;
    return fakeToken(iat + 900_000, 't1', iat);
  };
  let asked = 0;
  const face = {
    freshToken: async () => {
      asked += 1;
      return made();
    },
  };
  const source = createTokenSource({ clock, faces: () => [face] });
  const first = await source.token({ renew: false });
  await clock.advance(800_000);
  expect(await source.token({ renew: false })).toBe(first);
  const second = made();
  expect(source.offer(second)).toBe(true);
  await clock.advance(860_000);
  expect(await source.token({ renew: false })).toBe(second);
  expect(asked).toBe(1);
  expect(source.expiresAt(readClaims(second) as never)).toBe(clock.now() + 40_000);
});

test('a clock that is set forward later is allowed for as well', async () => {
  const clock = createFakeClock();
  const fresh = () => fakeToken(clock.now() - 3_600_000 + 900_000, 't1', clock.now() - 3_600_000);
  const source = createTokenSource({ clock, faces: () => [{ freshToken: async () => fresh() }] });
  source.offer(fakeToken(clock.now() + 900_000, 't1', clock.now()));
  await clock.advance(3_600_000);
  const token = await source.token({ renew: false });
  expect(token).toBe(fresh());
  await clock.advance(800_000);
  expect(await source.token({ renew: false })).toBe(token);
});

test('a token that was refused is not used again: the tabs are told which', async () => {
  const clock = createFakeClock();
  const refused = fakeToken(clock.now() + 900_000);
  const other = fakeToken(clock.now() + 901_000);
  const told: (string | undefined)[] = [];
  const face = {
    freshToken: async (rejected?: string) => {
      told.push(rejected);
      return other;
    },
  };
  const source = createTokenSource({ clock, faces: () => [face] });
  source.offer(refused);
  expect(await source.token({ renew: false, rejected: refused })).toBe(other);
  expect(told).toEqual([refused]);
});

test('and where no tab answers there is none', async () => {
  const { clock, source } = setUp(frozen);
  const refused = fakeToken(clock.now() + 900_000);
  source.offer(refused);
  const answer = source.token({ renew: true, rejected: refused });
  await clock.advance(3_000);
  expect(await answer).toBeUndefined();
});

test('an older token, and what is no token, are not newer', () => {
  const { clock, source } = setUp();
  source.offer(fakeToken(clock.now() + 60_000));
  expect(source.offer(fakeToken(clock.now() + 50_000))).toBe(false);
  expect(source.offer('nonsense')).toBe(false);
});
