import { expect, test } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { watchSilence } from './silence-watch.ts';

function setUp() {
  const clock = createFakeClock();
  const told: string[] = [];
  const watch = watchSilence({ clock, ping: () => told.push('ping'), onDead: () => told.push('dead') });
  return { clock, watch, told };
}

test('a connection that speaks is not pinged', async () => {
  const { clock, watch, told } = setUp();
  for (let i = 0; i < 20; i += 1) {
    await clock.advance(4_000);
    watch.heard();
  }
  expect(told).toEqual([]);
});

test('a silent one is pinged after 5 s and dead after 10 s', async () => {
  const { clock, told } = setUp();
  await clock.advance(4_999);
  expect(told).toEqual([]);
  await clock.advance(1);
  expect(told).toEqual(['ping']);
  await clock.advance(4_999);
  expect(told).toEqual(['ping']);
  await clock.advance(1);
  expect(told).toEqual(['ping', 'dead']);
  expect(clock.pending()).toBe(0);
});

test('one that answers the ping lives on', async () => {
  const { clock, watch, told } = setUp();
  await clock.advance(9_000);
  watch.heard();
  await clock.advance(4_000);
  expect(told).toEqual(['ping']);
});

test('in doubt it is pinged at once and has 3 s to answer', async () => {
  const { clock, watch, told } = setUp();
  watch.probe();
  watch.probe();
  expect(told).toEqual(['ping']);
  await clock.advance(2_000);
  expect(told).toEqual(['ping']);
  await clock.advance(1_000);
  expect(told).toEqual(['ping', 'dead']);
});

test('after a sleep of the machine it is doubted, not given up', async () => {
  const clock = createFakeClock();
  const told: string[] = [];
  let sleptMs = 0;
  const sleepy = { ...clock, now: () => clock.now() + sleptMs };
  const watch = watchSilence({
    clock: sleepy,
    ping: () => told.push('ping'),
    onDead: () => told.push('dead'),
  });
  await clock.advance(2_500);
  sleptMs = 3_600_000;
  await clock.advance(1_000);
  expect(told).toEqual(['ping']);
  watch.heard();
  await clock.advance(4_000);
  expect(told).toEqual(['ping']);
  watch.stop();
  expect(clock.pending()).toBe(0);
});

test('says at its end when it has last heard something, which is before a sleep of the machine', async () => {
  const clock = createFakeClock();
  let sleptMs = 0;
  const sleepy = { ...clock, now: () => clock.now() + sleptMs };
  const watch = watchSilence({ clock: sleepy, ping: () => {}, onDead: () => {} });
  await clock.advance(4_000);
  watch.heard();
  await clock.advance(1_000);
  const heardAt = clock.now();
  await clock.advance(2_000);
  sleptMs = 3_600_000;
  await clock.advance(1_000);
  expect(watch.stop()).toBe(heardAt);
});

test('what it heard just before a sleep is of before the sleep', async () => {
  const clock = createFakeClock();
  let sleptMs = 0;
  const sleepy = { ...clock, now: () => clock.now() + sleptMs };
  const watch = watchSilence({ clock: sleepy, ping: () => {}, onDead: () => {} });
  await clock.advance(4_000);
  const tickedAt = clock.now();
  watch.heard();
  sleptMs = 3_600_000;
  await clock.advance(1_000);
  expect(watch.stop()).toBe(tickedAt);
});
