import { expect, test } from 'vitest';
import type { DebugRecord, DebugReport } from '#protocol/debug-report.ts';
import { createDarkReports } from './dark-reports.ts';

const REPORT: DebugReport = {
  groupDemands: [],
  clients: [{ clientId: 'c1' } as DebugRecord],
  dropped: {},
  droppedOf: {},
};
const KEY = JSON.stringify({ groupId: 'g1' });

test('however many follow a place, the worker is asked once, and no more when the last one has gone', () => {
  const watched: unknown[] = [];
  let stopped = 0;
  let tell: (report: DebugReport) => void = () => {};
  const reports = createDarkReports({
    watch(of, onReport) {
      watched.push(of);
      tell = onReport;
      return () => {
        stopped += 1;
      };
    },
  });
  let calls = 0;
  const ends = [1, 2, 3].map(() => reports.subscribe(KEY, () => (calls += 1)));
  expect(watched).toEqual([{ groupId: 'g1' }]);
  tell(REPORT);
  expect(calls).toBe(3);
  expect(reports.get(KEY)?.of('c1')).toEqual({ record: REPORT.clients[0], dropped: undefined });
  expect(reports.get(KEY)?.of('c2')).toEqual({ record: undefined, dropped: undefined });
  ends[0]?.();
  ends[1]?.();
  expect(stopped).toBe(0);
  ends[2]?.();
  expect(stopped).toBe(1);
  expect(reports.get(KEY)).toBeUndefined();
  reports.subscribe(KEY, () => {});
  expect(watched).toHaveLength(2);
});
