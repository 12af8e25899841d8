import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { DebugReport } from '#protocol/debug-report.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { debugWatch } from '../../live/live-connection.ts';
import { createNearCards } from '../device-card/visibility/near-cards.ts';
import { useWhyDark } from './use-why-dark.ts';

const REPORT: DebugReport = { groupDemands: [], clients: [], dropped: {}, droppedOf: {} };
const of = { groupId: 'g1' };

test('accounts are read while a dark card is near, and by no card that is far from view', () => {
  const telling = new Set<(report: DebugReport) => void>();
  vi.spyOn(debugWatch, 'watch').mockImplementation((_of, onReport) => {
    telling.add(onReport);
    return () => void telling.delete(onReport);
  });
  const tellAll = () => {
    for (const tell of telling) tell(REPORT);
  };
  const cards = createNearCards();
  cards.setFar(new Set(['far']));
  const drawn = { near: 0, far: 0 };
  for (const clientId of ['near', 'far'] as const) {
    const client = { clientId, userId: 'u', authType: 'user', isOffline: true } as LiveClient;
    const show = () => {
      drawn[clientId] += 1;
      return useWhyDark({ clientId, client, of, whileNear: cards.whileNear });
    };
    renderHook(show);
  }
  const before = { ...drawn };
  for (let n = 0; n < 3; n += 1) act(tellAll);
  expect(drawn).toEqual({ near: before.near + 3, far: before.far });
  act(() => cards.setFar(new Set()));
  expect(drawn.far).toBe(before.far + 1);
  act(() => cards.setFar(new Set(['near', 'far'])));
  expect(telling.size).toBe(0);
});
