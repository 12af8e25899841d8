import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { RemoteControlDialog } from './remote-control-dialog.tsx';
import type { RemoteControlState } from './remote-control-state.ts';
import { TakeOverDialog } from './take-over-dialog.tsx';
import type { Viewer } from './viewer-door.ts';

const control = { toggle: vi.fn(), tab: vi.fn(), ctrlAltDel: vi.fn(), keyUp: vi.fn(), close: vi.fn() };
let viewer: Viewer;

function show(state: Exclude<RemoteControlState, { name: 'closed' | 'asking' }>) {
  const view = render(<RemoteControlDialog state={state} control={control} />);
  return { ...view, dialog: screen.getByRole<HTMLDialogElement>('dialog') };
}
const connecting = { name: 'connecting', deviceName: 'RS-1' } as const;
const open = () =>
  ({ name: 'open', deviceName: 'RS-1', viewer, isReady: true, held: new Set<never>() }) as const;

beforeEach(() => {
  vi.clearAllMocks();
  const element = document.createElement('div');
  element.tabIndex = 0;
  viewer = {
    element,
    focus: vi.fn(() => element.focus()),
    hold: vi.fn(),
    release: vi.fn(),
    tab: vi.fn(),
    ctrlAltDel: vi.fn(),
    end: vi.fn(),
  };
});

test('while a device is under control the browser has no way of its own to close it', () => {
  const { dialog, rerender } = show(connecting);
  expect(dialog.getAttribute('closedby')).toBe('closerequest');
  rerender(<RemoteControlDialog state={open()} control={control} />);
  expect(dialog.getAttribute('closedby')).toBe('none');
  const cancel = new Event('cancel', { cancelable: true });
  fireEvent(dialog, cancel);
  expect(cancel.defaultPrevented).toBe(true);
  expect(control.close).not.toHaveBeenCalled();
});

test('closed by a browser that does so all the same, it ends, and is seen until it has', () => {
  const { dialog } = show(open());
  act(() => dialog.close());
  expect(control.close).toHaveBeenCalledOnce();
  expect(dialog.open).toBe(true);
});

test('Escape where nothing has the focus leads back to the screen', () => {
  show(open());
  viewer.element.blur();
  expect(document.activeElement).toBe(document.body);
  expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(false);
  expect(document.activeElement).toBe(viewer.element);
  expect(control.close).not.toHaveBeenCalled();
});

test('Escape on the screen is the device’s', () => {
  show(open());
  expect(fireEvent.keyDown(viewer.element, { key: 'Escape' })).toBe(true);
});

test('a key that comes up outside the screen comes up at the device too', () => {
  show(open());
  fireEvent.keyUp(document.body, { key: 'Alt', code: 'AltLeft' });
  expect(control.keyUp).toHaveBeenCalledOnce();
  expect(viewer.release).toHaveBeenCalledOnce();
});

test('a wait is given up with Escape, by keyboard or as the system asks for it', () => {
  const { dialog, unmount } = show(connecting);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(control.close).toHaveBeenCalledTimes(1);
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(control.close).toHaveBeenCalledTimes(2);
  unmount();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(control.close).toHaveBeenCalledTimes(2);
});

test('who controls the device is named, as text, and the tutor chooses', () => {
  const takeOver = vi.fn();
  const onClose = vi.fn();
  render(
    <TakeOverDialog
      state={{ name: 'asking', deviceName: 'RS-1', tutorName: 'Anna' }}
      onTakeOver={takeOver}
      onClose={onClose}
    />,
  );
  expect(screen.getByRole('dialog', { name: 'Remote control of RS-1' }).textContent).toContain(
    'Anna controls this device. Take over?',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect([onClose, takeOver].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  fireEvent.click(screen.getByRole('button', { name: 'Take over' }));
  expect(takeOver).toHaveBeenCalledOnce();
});
