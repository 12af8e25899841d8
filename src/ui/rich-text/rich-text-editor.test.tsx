import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Dialog } from '../dialog/dialog.tsx';
import { RichTextEditor } from './rich-text-editor.tsx';

const showEditor = () =>
  render(
    <Dialog label="Lock" width="20rem" closeLabel="Close" onClose={() => {}}>
      <RichTextEditor label="Text" initial="" onChange={() => {}} />
    </Dialog>,
  );

/** Whether the browser does with Escape what it does by itself: it closes the dialog around. */
function isEscapeLeft(to: Element): boolean {
  const event = createEvent.keyDown(to, { key: 'Escape', keyCode: 27 });
  fireEvent(to, event);
  return !event.defaultPrevented;
}

test('Escape in the editor is left to the dialog around it', async () => {
  showEditor();
  expect(isEscapeLeft(await screen.findByRole('textbox', { name: 'Text' }))).toBe(true);
});
