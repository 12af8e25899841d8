import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { useLeaveDialog } from './leave-dialog.ts';

const Cancel = () => (
  <button type="button" onClick={useLeaveDialog()}>
    Cancel
  </button>
);

function Page(props: { onPressBehind: () => void }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={props.onPressBehind}>
        Close all
      </button>
      {isOpen ? (
        <Dialog label="Things" width="20rem" closeLabel="Close" onClose={() => {}}>
          <button type="button" onClick={() => setOpen(false)}>
            Send
          </button>
        </Dialog>
      ) : null}
    </>
  );
}

function show() {
  const onClose = vi.fn();
  render(
    <Dialog label="Things" width="20rem" closeLabel="Close" onClose={onClose}>
      <input aria-label="Name" />
    </Dialog>,
  );
  return { onClose, dialog: screen.getByRole('dialog'), field: screen.getByRole('textbox') };
}

test('a press on the backdrop closes it', () => {
  const { onClose, dialog } = show();
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a drag from a field to the backdrop, as when text is selected, does not', () => {
  const { onClose, dialog, field } = show();
  fireEvent.pointerDown(field);
  // What both have in common is what the browser says was clicked.
  fireEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();
});

test('it is open for as long as it is mounted, also where the browser closes it', () => {
  const onClose = vi.fn();
  const { rerender } = render(
    <Dialog label="Saving" width="20rem" closeLabel="Close" onClose={onClose}>
      Saving…
    </Dialog>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  // As after a second Escape, while its owner does not let it go.
  act(() => dialog.close());
  expect(onClose).toHaveBeenCalledOnce();
  expect(dialog.open).toBe(true);
  rerender(<p>Saved</p>);
  expect(onClose).toHaveBeenCalledOnce();
});

test('no file chosen after all is no wish to close it', () => {
  const { onClose, dialog, field } = show();
  fireEvent(field, new Event('cancel', { bubbles: true }));
  expect(onClose).not.toHaveBeenCalled();
  const cancel = new Event('cancel', { cancelable: true });
  fireEvent(dialog, cancel);
  expect(onClose).toHaveBeenCalledOnce();
  expect(cancel.defaultPrevented).toBe(true);
});

const pressEscape = (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true }));
const question = () => screen.queryByRole('dialog', { name: 'Leave without saving?' });

test('what was typed is not lost by Escape, a press beside it or the cross without a question', async () => {
  const { onClose, dialog, field } = show();
  await userEvent.type(field, 'A long question');
  const leave = [
    () => pressEscape(dialog),
    () => {
      fireEvent.pointerDown(dialog);
      fireEvent.click(dialog);
    },
  ];
  for (const each of leave) {
    each();
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(within(question() ?? dialog).getByRole('button', { name: 'Keep editing' }));
    expect(question()).toBeNull();
  }
  pressEscape(dialog);
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('what was taken away again is nothing to lose, and neither is what one looks for', async () => {
  const onClose = vi.fn();
  render(
    <Dialog label="Things" width="20rem" closeLabel="Close" onClose={onClose}>
      <input aria-label="Name" />
      <textarea aria-label="Kept" defaultValue="from the last time" />
      <input type="search" aria-label="Search" />
      <input type="checkbox" />
    </Dialog>,
  );
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'a{Backspace}');
  await userEvent.type(screen.getByRole('searchbox'), 'ada');
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('textbox', { name: 'Kept' }));
  pressEscape(screen.getByRole('dialog'));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a form that knows that it has changed asks too, and its own Cancel with it', async () => {
  const onClose = vi.fn();
  render(
    <Dialog
      label="Things"
      width="20rem"
      closeLabel="Close"
      onClose={onClose}
      isUnsaved
      leaveText="Five times."
    >
      <Cancel />
    </Dialog>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).not.toHaveBeenCalled();
  expect(within(question() as HTMLElement).getByText('Five times.')).toBeDefined();
});

test('the second half of a double press on what closes it reaches nothing behind it', () => {
  const behind = vi.fn();
  render(<Page onPressBehind={behind} />);
  const press = (name: string, init: MouseEventInit) =>
    fireEvent.click(screen.getByRole('button', { name, hidden: true }), init);
  press('Send', { detail: 1, clientX: 200, clientY: 300 });
  expect(screen.queryByRole('dialog')).toBeNull();
  press('Close all', { detail: 2, clientX: 200, clientY: 300 });
  // A finger that taps twice: each tap counts as the first.
  press('Close all', { detail: 1, clientX: 204, clientY: 302 });
  expect(behind).not.toHaveBeenCalled();
  press('Close all', { detail: 1, clientX: 20, clientY: 30 });
  expect(behind).toHaveBeenCalledOnce();
});

test('a double press elsewhere, right after a dialog has closed, arrives whole', () => {
  const behind = vi.fn();
  render(<Page onPressBehind={behind} />);
  const press = (name: string, init: MouseEventInit) =>
    fireEvent.click(screen.getByRole('button', { name, hidden: true }), init);
  press('Send', { detail: 1, clientX: 200, clientY: 300 });
  press('Close all', { detail: 1, clientX: 20, clientY: 30 });
  press('Close all', { detail: 2, clientX: 20, clientY: 30 });
  expect(behind).toHaveBeenCalledTimes(2);
});
