import { expect, test } from 'vitest';
import type { UserLog } from '#protocol/rest/user-log.ts';
import { createArrivals, createEventToasts } from './event-toasts.ts';

const log = (id: number): UserLog => ({
  id: `l${id}`,
  timeTriggered: new Date(1_000_000 + id * 1_000).toISOString(),
  userId: 'u',
  userName: `Student ${id}`,
  authType: 'user',
  userGroupIds: [],
  effectType: 'BlockWebsitesDefinition',
  context: { url: 'https://example.org' },
  mediaImages: [],
});
const logs = (...ids: number[]) => ids.map(log);
const many = (count: number) => Array.from({ length: count }, (_, id) => log(id));

function stage() {
  let nowMs = 0;
  const open: string[] = [];
  const toasts = createEventToasts({
    nowMs: () => nowMs,
    show({ title, text, isEvent, closable }) {
      const line = [title, text, isEvent && closable].join(' | ');
      open.push(line);
      return () => void open.splice(open.indexOf(line), 1);
    },
  });
  return {
    ...toasts,
    open,
    wait(ms: number) {
      nowMs += ms;
    },
  };
}

test('each event is a line of its own with who, what and where', () => {
  const { announce, open } = stage();
  announce(logs(1, 2));
  expect(open).toEqual([
    'Student 1 | Opened a blocked website: https://example.org | true',
    'Student 2 | Opened a blocked website: https://example.org | true',
  ]);
  announce([]);
  expect(open).toHaveLength(2);
});

test('thirty at once are one line, and what follows at once is counted in it', () => {
  const { announce, open, wait } = stage();
  announce(many(30));
  expect(open).toEqual([' | 30 new alerts in this group | true']);
  wait(2_000);
  announce(logs(31));
  expect(open).toEqual([' | 31 new alerts in this group | true']);
});

test('one after the other they are no more than three lines and a count', () => {
  const { announce, open, wait } = stage();
  for (let i = 0; i < 30; i += 1) {
    announce(logs(i));
    wait(200);
  }
  expect(open).toHaveLength(4);
  expect(open.at(-1)).toBe(' | 27 new alerts in this group | true');
});

test('after a quiet while an event is a line again', () => {
  const { announce, open, wait } = stage();
  announce(many(30));
  wait(10_000);
  announce(logs(31));
  expect(open.at(-1)).toContain('Student 31');
});

test('only what was not there before has arrived', () => {
  const arrivals = createArrivals();
  expect(arrivals(logs(2, 1))).toEqual([]);
  expect(arrivals(logs(4, 3, 2, 1)).map(({ id }) => id)).toEqual(['l4', 'l3']);
  expect(arrivals(logs(4, 3, 2, 1))).toEqual([]);
});

test('older ones that come up after others were deleted have not arrived', () => {
  const arrivals = createArrivals();
  arrivals(logs(9, 8));
  expect(arrivals(logs(9, 3))).toEqual([]);
  arrivals([]);
  expect(arrivals(logs(10)).map(({ id }) => id)).toEqual(['l10']);
});
