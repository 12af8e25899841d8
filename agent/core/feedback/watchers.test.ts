import { expect, it } from 'vitest';
import type { HeldDemand } from './demand-book.ts';
import { watchersOf } from './watchers.ts';

const demand = (tutorId: string, type: HeldDemand['type'], tutorName?: string): HeldDemand => ({
  tutorId,
  type,
  tutorName,
  source: undefined,
  place: 'own',
  responseTopic: 't',
  frequencyMs: 0,
  thumbnails: undefined,
  expiresAt: 1,
  patch: {},
});

it('names each tutor who looks once, with the newest name that is known', () => {
  const demands = [
    demand('t1', 'thumbnails'),
    demand('t2', 'tabs', 'Ben'),
    demand('t1', 'tabs', 'Anna'),
    demand('t1', 'applications'),
  ];
  expect(watchersOf(demands)).toEqual([
    { tutorId: 't1', name: 'Anna' },
    { tutorId: 't2', name: 'Ben' },
  ]);
});

it('does not count a tutor who only asks whether the device is there', () => {
  expect(watchersOf([demand('t1', 'info'), demand('t2', 'statuses', 'Ben')])).toEqual([]);
});
