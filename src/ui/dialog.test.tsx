import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

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
