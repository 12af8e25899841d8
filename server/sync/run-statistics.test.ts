import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '#store/database.ts';
import { createRunStatistics } from './run-statistics.ts';

it('are refreshed at the beginning of a run, and each time that twice as much was added', async () => {
  let refreshed = 0;
  const statistics = createRunStatistics(undefined as unknown as Kysely<Database>, async <T>() => {
    refreshed += 1;
    return undefined as T;
  });
  const counts: number[] = [];
  for (const added of [0, 100, 250, 400, 500, 900, 1_000, 5_000]) {
    await statistics.refresh(['users', 'devices'], added);
    counts.push(refreshed);
  }
  expect(counts).toEqual([2, 2, 4, 4, 6, 6, 8, 10]);
});
