import { expect, test } from 'vitest';
import { everyBy } from './clock.ts';
import { createFakeClock } from './fakes/fake-clock.ts';

test('a clock that has only `after` repeats by it, until it is told to end', () => {
  const clock = createFakeClock({ startMs: 0 });
  const rungAt: number[] = [];
  const end = everyBy(clock.after)(100, () => rungAt.push(clock.now()));
  clock.jump(250);
  expect(rungAt).toEqual([100, 200]);
  end();
  clock.jump(1_000);
  expect([rungAt, clock.pending()]).toEqual([[100, 200], 0]);
});

test('what repeats may end itself', () => {
  const clock = createFakeClock({ startMs: 0 });
  let rung = 0;
  const end = everyBy(clock.after)(100, () => {
    rung += 1;
    end();
  });
  clock.jump(1_000);
  expect([rung, clock.pending()]).toEqual([1, 0]);
});
