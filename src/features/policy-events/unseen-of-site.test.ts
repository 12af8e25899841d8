import { expect, test } from 'vitest';
import { countUnseen } from './unseen-of-site.ts';

const times = (...hours: number[]) => hours.map((hour) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString());

test('counts what is newer than the last look at the person, at each client and anywhere', () => {
  const unseen = countUnseen(
    [
      { userId: 'u1', clientId: 'c1', times: times(5, 3, 1) },
      { userId: 'u1', clientId: 'c2', times: times(4) },
      { userId: 'u1', clientId: null, times: times(2) },
      { userId: 'u2', clientId: 'c3', times: times(9) },
    ],
    (userId) => (userId === 'u1' ? times(1)[0] : undefined),
  );
  expect(unseen.of('u1')).toBe(4);
  // Where no client is named, every device of the person rings.
  expect(unseen.of('u1', 'c1')).toBe(3);
  expect(unseen.of('u1', 'c2')).toBe(2);
  expect(unseen.of('u1', 'c9')).toBe(1);
  expect(unseen.of('u2', 'c3')).toBe(1);
  expect(unseen.of('u3')).toBe(0);
});
