import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { type DeviceState, FRESH_STATE, type Lock } from '../../core/device-state.ts';
import { BroadcastCard } from '../../student-ui/questions/broadcast-card.tsx';
import { m } from '../messages.ts';
import { Cover } from './cover.tsx';

const lock: Lock = { name: 'message', text: '', blocks: [] };
const session = { sessionId: 's', tutorId: 't', tutorName: 'Anna' };
const broadcast = { stream: new MediaStream(), tutorName: 'Anna' };

function cover(state: Partial<DeviceState>, shown?: typeof broadcast) {
  const calls = { onClose: vi.fn(), onStopSharing: vi.fn() };
  const covered = (next: Partial<DeviceState>, picture?: typeof broadcast, isSharing = false) => (
    <Cover
      state={{ ...FRESH_STATE, ...next }}
      broadcast={picture}
      muted={false}
      isSharing={isSharing}
      {...calls}
    >
      <p>Something is asked.</p>
    </Cover>
  );
  const { rerender } = render(covered(state, shown));
  return {
    ...calls,
    becomes: (...now: Parameters<typeof covered>) => rerender(covered(...now)),
  };
}

it('shows a tutor’s screen over a lock, and the lock again when it is over', () => {
  const { becomes } = cover({ lock, broadcast: session }, broadcast);
  expect(screen.getByRole('dialog', { name: 'Anna shows a screen' })).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: m.locked })).toBeNull();
  becomes({ lock });
  expect(screen.queryByRole('dialog', { name: 'Anna shows a screen' })).toBeNull();
  expect(screen.getByRole('dialog', { name: m.locked })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('lets whoever shares a screen stop that, whatever lies over the page', async () => {
  const { becomes, onStopSharing } = cover({});
  for (const now of [{ lock }, { inputsBlocked: true, broadcast: session }]) {
    becomes(now, 'broadcast' in now ? broadcast : undefined, true);
    await userEvent.click(screen.getByRole('button', { name: m.stopSharing }));
    becomes({});
  }
  expect(onStopSharing).toHaveBeenCalledTimes(2);
});

it('is closed by nobody whose mouse and keyboard are paused', async () => {
  const { becomes, onClose } = cover({ broadcast: session, inputsBlocked: true }, broadcast);
  const close = screen.getByRole('button', { name: m.close });
  expect(close).toHaveProperty('disabled', true);
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(onClose).not.toHaveBeenCalled();
  becomes({ broadcast: session }, broadcast);
  await userEvent.click(close);
  expect(onClose).toHaveBeenCalledOnce();
});

it('brings a closed one back', async () => {
  const onShow = vi.fn();
  render(<BroadcastCard broadcast={session} onShow={onShow} />);
  expect(screen.getByRole('heading', { name: 'Anna shows a screen' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: m.showAgain }));
  expect(onShow).toHaveBeenCalledOnce();
});

it('is nothing where nothing is over the page', () => {
  cover({ refusedBroadcast: session });
  expect(screen.queryByRole('dialog')).toBeNull();
});
