import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { type DeviceState, FRESH_STATE, type Lock } from '../../core/device-state.ts';
import { m } from '../messages.ts';
import { BroadcastCard } from './broadcast-card.tsx';
import { Cover } from './cover.tsx';

const lock: Lock = { name: 'message', text: '', blocks: [] };
const session = { sessionId: 's', tutorId: 't', tutorName: 'Anna' };
const broadcast = { stream: new MediaStream(), tutorName: 'Anna' };

function cover(state: Partial<DeviceState>, shown?: typeof broadcast) {
  const calls = { onClose: vi.fn(), onShowAgain: vi.fn() };
  const { rerender } = render(
    <Cover state={{ ...FRESH_STATE, ...state }} broadcast={shown} muted={false} {...calls} />,
  );
  return {
    ...calls,
    becomes: (next: Partial<DeviceState>, picture?: typeof broadcast) =>
      rerender(<Cover state={{ ...FRESH_STATE, ...next }} broadcast={picture} muted={false} {...calls} />),
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

it('brings a closed one back from the locked screen', async () => {
  const { onShowAgain } = cover({ lock, refusedBroadcast: session });
  await userEvent.click(screen.getByRole('button', { name: m.showAgain }));
  expect(onShowAgain).toHaveBeenCalledOnce();
});

it('brings a closed one back from the page', async () => {
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
