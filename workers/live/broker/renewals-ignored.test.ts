import { expect, test } from 'vitest';
import { setUpWatch, T } from '../fakes/live-fixture.ts';

/** An agent that answers a demand when it is new, and not when it is renewed. */
async function setUp() {
  const fixture = await setUpWatch();
  const { broker, report, show, clock, tab } = fixture;
  const held = new Set(['info']);
  const topic = `${T}/users/u-c1/clients/c1/demands`;
  function obey() {
    for (const message of broker.take().filter((each) => each.topic === topic)) {
      const { 'demand-type': type, TTL } = JSON.parse(message.payload);
      if (TTL === 0) held.delete(type);
      else if (!held.has(type)) {
        held.add(type);
        if (type === 'info') report('c1');
      }
    }
  }
  const isKnown = () =>
    tab.take().some(({ watches }) => watches?.some(({ changes }) => changes.some(({ info }) => info)));
  async function pass(seconds: number) {
    for (let i = 0; i < seconds; i += 1) {
      obey();
      await clock.advance(1_000);
    }
  }
  return { ...fixture, show, pass, isKnown, obey };
}

test.each(['hello', 'show'] as const)(
  'one that comes back (%s) is asked anew, and known within 6 s',
  async (sign) => {
    const { pass, isKnown, ...fixture } = await setUp();
    fixture[sign]('c1');
    await pass(6);
    expect(isKnown()).toBe(true);
  },
);

test('Refresh asks those anew of whom nothing is known', async () => {
  const { pass, isKnown, obey, show, broker, live, clock } = await setUp();
  show('c1');
  for (let i = 0; i < 10; i += 1) {
    await clock.advance(5_000);
    show('c1');
    broker.take();
  }
  expect(isKnown()).toBe(false);
  live.refresh('a', 'w1');
  obey();
  await pass(1);
  expect(isKnown()).toBe(true);
});
