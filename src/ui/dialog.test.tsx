import { fireEvent, render, screen } from '@testing-library/react';
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
