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

test('however many follow a place, the worker is asked once, of these, and no more when the last one has gone', () => {
  const watched: unknown[] = [];
  let stopped = 0;
  let tell: (report: DebugReport) => void = () => {};
  let asked: () => readonly string[] = () => [];
  const reports = createDarkReports({
    watch(of, onReport, clientIds) {
      watched.push(of);
      asked = clientIds;
      tell = onReport;
      return () => {
        stopped += 1;
      };
    },
  });
  let calls = 0;
  const ends = ['c1', 'c2', 'c1'].map((clientId) =>
    reports.subscribe({ key: KEY, clientId }, () => (calls += 1)),
  );
  expect(watched).toEqual([{ groupId: 'g1' }]);
  expect(asked()).toEqual(['c1', 'c2']);
  const late = reports.subscribe({ key: KEY, clientId: 'c3' }, () => {});
  tell(REPORT);
  expect(calls).toBe(3);
  expect(reports.get(KEY)?.of('c1')).toEqual({ record: REPORT.clients[0], dropped: undefined });
  expect(reports.get(KEY)?.of('c2')).toEqual({ record: undefined, dropped: undefined });
  // It came while the report was on its way: nothing is known of it yet.
  expect(reports.get(KEY)?.of('c3')).toBeUndefined();
  late();
  ends[0]?.();
  ends[1]?.();
  expect(asked()).toEqual(['c1']);
  expect(stopped).toBe(0);
  ends[2]?.();
  expect(stopped).toBe(1);
  expect(reports.get(KEY)).toBeUndefined();
  reports.subscribe({ key: KEY, clientId: 'c1' }, () => {});
  expect(watched).toHaveLength(2);
});
