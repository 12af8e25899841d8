import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { createUntilStored } from '#store/until-stored.ts';
import { createDeviceEvents, type SentEvent } from './device-events.ts';
import type { InboxMessage } from './platform-inbox.ts';

const AWAY = new AppError('server', 'away', { detail: { status: 503, retryAfter: 2 } });

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const stored: SentEvent[] = [];
  const dropped: string[] = [];
  const failed: unknown[] = [];
  const store = { fails: undefined as Error | undefined };
  const untilStored = createUntilStored((error) => failed.push(error));
  const read = createDeviceEvents({
    async store(sent) {
      if (store.fails) throw store.fails;
      stored.push(sent);
      return true;
    },
    untilStored,
    drop: (reason) => dropped.push(reason),
    now: () => Date.now(),
  });
  const report = (rule: string, clientId = 'c1', more: object = {}) =>
    read({
      scope: { tenant: 'acme', site: 'one' },
      rest: [clientId],
      payload: Buffer.from(JSON.stringify({ policyId: 'p1', rule, timeTriggered: 1, context: {}, ...more })),
      properties: undefined,
      from: {} as InboxMessage['from'],
    });
  return { stored, dropped, failed, store, report, untilStored };
}
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

it('what is reported while the database is away is stored when it is back, in order and with its time', async () => {
  const { report, store, stored, dropped, failed } = setUp();
  store.fails = AWAY;
  report('one');
  await pass(60_000);
  report('two');
  await pass(60_000);
  expect(stored).toEqual([]);
  store.fails = undefined;
  await pass(5_000);
  expect(stored.map(({ event, at }) => [event.rule, at])).toEqual([
    ['one', 1_000_000],
    ['two', 1_060_000],
  ]);
  expect([dropped, failed]).toEqual([[], []]);
});

it('what cannot be stored for another reason is counted at once, and holds nothing up', async () => {
  const { report, store, stored, dropped, failed } = setUp();
  store.fails = new Error('no such column');
  report('one');
  await pass();
  expect([dropped, failed]).toEqual([['event:store'], [store.fails]]);
  store.fails = undefined;
  report('two');
  await pass();
  expect(stored.map(({ event }) => event.rule)).toEqual(['two']);
});

it('over what may wait in memory the words are kept, and the pictures that are not are counted', async () => {
  const { report, store, stored, dropped } = setUp();
  store.fails = AWAY;
  const picture = { contentType: 'image/jpeg', data: 'A'.repeat(180_000) };
  for (let n = 0; n < 50; n += 1) for (let of = 0; of < 4; of += 1) report('one', `c${n}`, { picture });
  await pass();
  const lost = dropped.length;
  expect(lost).toBeGreaterThan(10);
  expect(lost).toBeLessThan(25);
  expect(new Set(dropped)).toEqual(new Set(['event-picture:store']));
  store.fails = undefined;
  await pass(5_000);
  expect(stored).toHaveLength(200);
  expect(stored.filter(({ event }) => event.picture !== undefined)).toHaveLength(200 - lost);
});

it('the end of the platform waits for one more try, and for no other', async () => {
  const { report, store, stored, dropped, untilStored } = setUp();
  store.fails = AWAY;
  report('one');
  await pass();
  await untilStored.close();
  expect([stored, dropped]).toEqual([[], ['event:store']]);
});
