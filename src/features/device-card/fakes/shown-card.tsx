/** Renders one card of the grid for tests, which decide what its device reports. */
import { act, render } from '@testing-library/react';
import { createDeviceStore } from '#live/device-store.ts';
import type { GroupWatch } from '#live/group-watch.ts';
import type { Info, Statuses } from '#protocol/feedback.ts';
import type { Answer } from '#protocol/threads/live-action.ts';
import type { ClientChange } from '#protocol/threads/live-worker.ts';
import { activities } from '#shell/activity/activity.ts';
import { createCardStores } from '../card-stores.ts';
import { DeviceCard } from '../device-card.tsx';
import { createNearCards } from '../visibility/near-cards.ts';

const record = { clientId: 'c1', userId: 'u1', authType: 'user' as const, lastUpdated: 0 };
export const info = (more: Partial<Info> = {}): Info => ({
  ...record,
  type: 'extension',
  version: '3.1',
  displays: [],
  device: { hostname: 'CB-014' },
  user: { id: 'u1', name: 'Ada Lovelace' },
  ...more,
});
export const statuses = (more: Partial<Statuses>): Statuses => ({
  ...record,
  privacy: false,
  shareScreen: false,
  screenShared: false,
  nameModal: false,
  screenshareSessionIds: [],
  ...more,
});

/** Client `c1` of the group `g1`. `change` merges further fields into its reports. */
export function showCard(change: Partial<ClientChange>, directoryName?: string) {
  const devices = createDeviceStore();
  const apply = (more: Partial<ClientChange>) =>
    devices.apply({ removed: [], changes: [{ ...record, isOffline: false, ...more, clientId: 'c1' }] });
  apply(change);
  const orders = { subscribe: () => () => {}, get: () => [] };
  const watch: GroupWatch = {
    id: 'w',
    devices,
    orders,
    look: () => {},
    refresh: () => {},
    restart: () => {},
    updateCount: () => 0,
    paint: () => () => {},
  };
  const visibleCards = { observe: () => () => {}, stop: () => {} };
  const nearCards = createNearCards();
  const stores = createCardStores();
  render(
    <ul>
      <DeviceCard
        directoryName={directoryName}
        watch={watch}
        groupId="g1"
        clientId="c1"
        stores={stores}
        visibleCards={visibleCards}
        nearCards={nearCards}
      />
    </ul>,
  );
  const setFar = (...far: string[]) => act(() => nearCards.setFar(new Set(far)));
  return { devices, stores, setFar, change: (more: Partial<ClientChange>) => act(() => apply(more)) };
}

type Told = {
  request: { action: string; parameters: unknown; audience: unknown };
  apply(update: object): void;
};
const newestRun = () => activities.list()[0]?.run as unknown as Told | undefined;

/** A short form of the last messages to devices. */
export function lastTold() {
  const request = newestRun()?.request;
  return request && { action: request.action, parameters: request.parameters, audience: request.audience };
}

/** Simulates an answer of `c1` to the last action. */
export function answerLast(state: Answer['state']) {
  act(() =>
    newestRun()?.apply({
      delivery: { name: 'sent', expiresAt: 0 },
      answers: [{ clientId: 'c1', state }],
      ended: true,
    }),
  );
}

export function forgetTold() {
  for (const { id } of [...activities.list()]) activities.close(id);
}
