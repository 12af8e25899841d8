/** What a tutor reads of what holds for the class, and what the button says to the group. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createGroupWatch } from '#live/group-watch.ts';
import { deviceCommands } from '#live/live-connection.ts';
import type { GroupOrder } from '#protocol/class-orders.ts';
import { ClassOrdersLine } from './class-orders-line.tsx';

const given = (order: Partial<GroupOrder>): GroupOrder => ({
  id: 'l1',
  action: 'lock',
  parameters: {},
  tutorId: 't1',
  tutorName: 'Ms X',
  since: new Date('2026-11-20T10:42:00').getTime(),
  except: [],
  ...order,
});

test('is nothing, then says what holds, since when and by whom, and goes again', () => {
  const watch = createGroupWatch({ ask: async () => undefined });
  render(<ClassOrdersLine groupId="g1" orders={watch.orders} />);
  expect(screen.queryAllByRole('listitem')).toEqual([]);
  const hear = (orders: GroupOrder[]) =>
    act(() => watch.applyChanges({ watchId: watch.id, removed: [], changes: [], orders }));
  hear([
    given({}),
    given({ id: 'i1', action: 'userInputs', parameters: { block: true }, except: ['c1', 'c2'] }),
  ]);
  const [lock, inputs] = screen.getAllByRole('listitem');
  expect(lock?.textContent).toMatch(/^The class is locked since .*10:42.* by Ms XUnlock the class$/);
  expect(inputs?.textContent).toMatch(
    /^Mouse and keyboard of the class are blocked since .*, except 2 devices/,
  );
  const unlock = vi.spyOn(deviceCommands, 'unlockStudentScreen');
  fireEvent.click(screen.getByRole('button', { name: 'Unlock the class' }));
  expect(unlock).toHaveBeenCalledWith({ groupId: 'g1' });
  hear([]);
  expect(screen.queryAllByRole('listitem')).toEqual([]);
});

test('the focus goes to the action that gives the order, and not to the page', () => {
  const watch = createGroupWatch({ ask: async () => undefined });
  const hear = (orders: GroupOrder[]) =>
    act(() => watch.applyChanges({ watchId: watch.id, removed: [], changes: [], orders }));
  render(
    <>
      <ClassOrdersLine groupId="g1" orders={watch.orders} />
      <div role="toolbar">
        <button type="button" data-stop data-action="notification">
          Message
        </button>
        <button type="button" data-stop data-action="lock">
          Lock
        </button>
      </div>
    </>,
  );
  const muted = given({ id: 'm1', action: 'mute', parameters: { mute: true } });
  hear([given({}), muted]);
  screen.getByRole('button', { name: 'Unlock the class' }).focus();
  hear([muted]);
  expect(document.activeElement?.textContent).toBe('Lock');
  // Its own action is in the menu.
  screen.getByRole('button', { name: /^Unmute/ }).focus();
  hear([]);
  expect(document.activeElement?.textContent).toBe('Message');
});
