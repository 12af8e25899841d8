import { expect, test } from 'vitest';
import type { Reply } from '#protocol/action.ts';
import type { Answer, Delivery } from '#protocol/threads/live-action.ts';
import { wakeOutcome } from './wake-outcome.ts';

function state(
  replies: readonly (Partial<Reply> & Record<string, unknown>)[],
  { ended = true, delivery = 'sent' as Delivery['name'] } = {},
) {
  const answers = replies.map((reply, index): [string, Answer] => [
    `runner-${index}`,
    {
      clientId: `runner-${index}`,
      state: reply.ok ? 'confirmed' : 'failed',
      reply: { id: 'a', action: 'wol', ok: false, ...reply },
    },
  ]);
  return { delivery: { name: delivery, expiresAt: 0 }, answers: new Map(answers), ended };
}

test('waits until a runner has answered or the time is over', () => {
  expect(wakeOutcome(state([], { ended: false }))).toEqual({ name: 'waiting' });
  expect(wakeOutcome(state([]))).toEqual({ name: 'failed', why: 'silent' });
});

test('says who was woken, and who has no address', () => {
  expect(wakeOutcome(state([{ ok: true, woken: ['d1'], unknown: [] }], { ended: false }))).toEqual({
    name: 'answered',
    woken: ['d1'],
    unknown: [],
  });
  expect(wakeOutcome(state([{ code: 'unknown-device', woken: ['d1'], unknown: ['d2'] }]))).toEqual({
    name: 'answered',
    woken: ['d1'],
    unknown: ['d2'],
  });
});

test('what one runner does not know another one may have woken', () => {
  const both = [
    { code: 'unknown-device', woken: ['d1'], unknown: ['d2', 'd3'] },
    { code: 'unknown-device', woken: ['d2'], unknown: ['d1', 'd3'] },
  ];
  expect(wakeOutcome(state(both))).toEqual({ name: 'answered', woken: ['d1', 'd2'], unknown: ['d3'] });
});

test.each([
  ['not-sent', state([{ code: 'not-sent' }])],
  ['no-addresses', state([{ code: 'no-addresses' }])],
  ['failed', state([{ code: 'something-else' }])],
  ['refused', state([], { delivery: 'refused' })],
  ['expired', state([], { delivery: 'expired' })],
] as const)('a wake that came to nothing says why: %s', (why, given) => {
  expect(wakeOutcome(given)).toEqual({ name: 'failed', why });
});

test('a runner that names nobody has woken nobody', () => {
  expect(wakeOutcome(state([{ ok: true }]))).toEqual({ name: 'answered', woken: [], unknown: [] });
});
