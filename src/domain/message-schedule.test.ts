import { expect, test } from 'vitest';
import { messagesAt, nextMessageChange } from './message-schedule.ts';

const at = (time: string) => Date.parse(time);
const morning = { id: 'm', startDate: '2026-03-02T08:00:00Z', endDate: '2026-03-02T12:00:00Z' };
const day = { id: 'd', startDate: '2026-03-02T00:00:00Z', endDate: '2026-03-03T00:00:00Z' };
const broken = { id: 'b', startDate: 'soon', endDate: '2026-03-03T00:00:00Z' };
const all = [morning, day, broken];

test('a message shows from its start to its end, both included', () => {
  expect(messagesAt(all, at('2026-03-02T07:59:59Z')).map((m) => m.id)).toEqual(['d']);
  expect(messagesAt(all, at('2026-03-02T08:00:00Z')).map((m) => m.id)).toEqual(['m', 'd']);
  expect(messagesAt(all, at('2026-03-02T12:00:00Z')).map((m) => m.id)).toEqual(['m', 'd']);
  expect(messagesAt(all, at('2026-03-04T12:00:00Z'))).toEqual([]);
});

test('says when to look again: the next start or just after the next end', () => {
  expect(nextMessageChange(all, at('2026-03-02T07:00:00Z'))).toBe(at('2026-03-02T08:00:00Z'));
  expect(nextMessageChange(all, at('2026-03-02T08:00:00Z'))).toBe(at('2026-03-02T12:00:00Z') + 1);
  expect(nextMessageChange(all, at('2026-03-05T08:00:00Z'))).toBeUndefined();
});
