import { expect, test } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { createInterest } from './interest.ts';

function setUp() {
  const clock = createFakeClock();
  const events: string[] = [];
  const interest = createInterest({
    clock,
    graceMs: 5_000,
    begin: (name) => events.push(`begin ${name}`),
    end: (name) => events.push(`end ${name}`),
  });
  return { clock, events, interest };
}

test('begins with the first holder and ends 5 s after the last one', async () => {
  const { clock, events, interest } = setUp();
  const [first, second] = [interest.hold('g1'), interest.hold('g1')];
  first();
  await clock.advance(10_000);
  expect(events).toEqual(['begin g1']);
  second();
  await clock.advance(4_999);
  expect(events).toEqual(['begin g1']);
  await clock.advance(1);
  expect(events).toEqual(['begin g1', 'end g1']);
});

test('goes on when somebody comes within the grace', async () => {
  const { clock, events, interest } = setUp();
  interest.hold('g1')();
  await clock.advance(4_000);
  const release = interest.hold('g1');
  await clock.advance(10_000);
  expect(events).toEqual(['begin g1']);
  release();
  await clock.advance(5_000);
  expect(events).toEqual(['begin g1', 'end g1']);
});

test('a release counts once', async () => {
  const { clock, events, interest } = setUp();
  const first = interest.hold('g1');
  interest.hold('g1');
  first();
  first();
  await clock.advance(10_000);
  expect(events).toEqual(['begin g1']);
});

test('ends at once what only waits for its grace', () => {
  const { clock, events, interest } = setUp();
  interest.hold('g1')();
  interest.clear();
  expect(events).toEqual(['begin g1', 'end g1']);
  expect(clock.pending()).toBe(0);
});
