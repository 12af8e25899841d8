import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { DebugReport } from '#protocol/debug-report.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { debugWatch } from '../../live/live-connection.ts';
import { createNearCards } from '../device-card/visibility/near-cards.ts';
import { useWhyDark } from './use-why-dark.ts';

const REPORT: DebugReport = { groupDemands: [], clients: [], dropped: {}, droppedOf: {} };
const of = { groupId: 'g1' };

test('a dark card that is far from view is not drawn for each account, and once when it comes near', () => {
  let tell: (report: DebugReport) => void = () => {};
  vi.spyOn(debugWatch, 'watch').mockImplementation((_of, onReport) => {
    tell = onReport;
    return () => {};
  });
  const cards = createNearCards();
  cards.setFar(new Set(['far']));
  const drawn = { near: 0, far: 0 };
  for (const clientId of ['near', 'far'] as const) {
    const client = { clientId, userId: 'u', authType: 'user', isOffline: true } as LiveClient;
    const show = () => {
      drawn[clientId] += 1;
      return useWhyDark({ clientId, client, of, follow: cards.follow });
    };
    renderHook(show);
  }
  const before = { ...drawn };
  for (let n = 0; n < 3; n += 1) act(() => tell(REPORT));
  expect(drawn).toEqual({ near: before.near + 3, far: before.far });
  act(() => cards.setFar(new Set()));
  expect(drawn.far).toBe(before.far + 1);
});
