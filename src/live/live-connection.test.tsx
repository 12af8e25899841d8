import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { debugWatch, deviceCommands, liveConnection, onDemand } from './live-connection.ts';
import { useActiveUsers } from './use-active-users.ts';

const CLIENT = { authType: 'user', type: 'extension' } as const;

const client = { clientId: 'c1', userId: 'u1', authType: 'user' as const };

function People() {
  return <p>{[...useActiveUsers().keys()].join(', ')}</p>;
}

test('without a worker everything that is asked still comes to an end', async () => {
  vi.useFakeTimers();
  const reports: unknown[] = [];
  const stop = debugWatch.watch({ groupId: 'g1' }, (report) => reports.push(report));
  const run = deviceCommands.mute({ groupId: 'g1' }, true);
  const asked = Promise.all([
    onDemand.ping(client),
    onDemand.remoteControl(client).answer,
    onDemand.snapshot({ groupId: 'g1' }).taken,
    liveConnection.rooms.say('r1', 'hello'),
  ]);
  await vi.advanceTimersByTimeAsync(70_000);
  stop();
  expect(await asked).toEqual([
    null,
    { ok: false, reason: 'expired' },
    { delivery: 'expired', devices: [] },
    false,
  ]);
  expect((await run.done).delivery.name).toBe('expired');
  expect(reports).toEqual([]);
  vi.useRealTimers();
});

test('a component follows who is active', async () => {
  const { unmount } = render(<People />);
  act(() => liveConnection.activeUsers.apply([{ userId: 'u1', clients: [{ clientId: 'a', ...CLIENT }] }]));
  expect(screen.getByText('u1')).toBeDefined();
  unmount();
  await expect.poll(() => liveConnection.activeUsers.get().size).toBe(0);
});
