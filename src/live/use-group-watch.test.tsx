import { act, render } from '@testing-library/react';
import { StrictMode, useEffect } from 'react';
import { expect, test } from 'vitest';
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import { useDevice, useDeviceIds } from './device-store.ts';
import type { GroupWatch } from './group-watch.ts';
import { liveConnection } from './live-connection.ts';
import { useGroupWatch } from './use-group-watch.ts';

type ScreenProps = WatchRequest & { seen: Set<GroupWatch> };

function Screen({ seen, ...request }: ScreenProps) {
  const watch = useGroupWatch(request);
  useEffect(() => void seen.add(watch), [seen, watch]);
  return null;
}

type CardsProps = { watch: GroupWatch; renders: string[] };

function Card({ watch, renders, id }: CardsProps & { id: string }) {
  renders.push(`${id} ${useDevice(watch, id)?.isOffline}`);
  return null;
}

function Cards(props: CardsProps) {
  props.renders.push('cards');
  return useDeviceIds(props.watch).map((id) => <Card key={id} id={id} {...props} />);
}

const client = (clientId: string) => ({
  clientId,
  userId: 'u1',
  authType: 'user' as const,
  isOffline: false,
  lastUpdated: 1,
});

test('one watch lives through StrictMode and changed requests; another group is another watch', async () => {
  const seen = new Set<GroupWatch>();
  const screen = (request: WatchRequest) => (
    <StrictMode>
      <Screen seen={seen} {...request} />
    </StrictMode>
  );
  const { rerender, unmount } = render(screen({ of: { groupId: 'g1' }, feeds: ['info'] }));
  await expect.poll(liveConnection.watchCount).toBe(1);
  rerender(screen({ of: { groupId: 'g1' }, feeds: ['info', 'tabs'] }));
  expect(seen.size).toBe(1);
  rerender(screen({ of: { groupId: 'g2' }, feeds: ['info'] }));
  expect(seen.size).toBe(2);
  await expect.poll(liveConnection.watchCount).toBe(1);
  unmount();
  await expect.poll(liveConnection.watchCount).toBe(0);
});

test('a change of one device repaints its card alone', () => {
  const renders: string[] = [];
  const watch = liveConnection.createWatch();
  const { id: watchId } = watch;
  render(<Cards watch={watch} renders={renders} />);
  act(() => watch.applyChanges({ watchId, removed: [], changes: [client('a'), client('b')] }));
  renders.length = 0;
  act(() => watch.applyChanges({ watchId, removed: [], changes: [{ clientId: 'b', isOffline: true }] }));
  expect(renders).toEqual(['b true']);
});
