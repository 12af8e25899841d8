import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Overlay } from './overlay.tsx';

const dialog = () => screen.getByRole<HTMLDialogElement>('dialog');

it('that nothing ends is there again however it was closed', () => {
  const { unmount } = render(<Overlay label="Locked">words</Overlay>);
  const shown = dialog();
  expect(shown.getAttribute('closedby')).toBe('none');
  shown.close();
  shown.dispatchEvent(new Event('close'));
  expect(shown.open).toBe(true);
  unmount();
  expect(document.querySelector('dialog')).toBeNull();
});

it('that can be put away is asked for by the browser’s own way to close', () => {
  const onClose = vi.fn();
  render(
    <Overlay label="Shown" onClose={onClose}>
      words
    </Overlay>,
  );
  expect(dialog().getAttribute('closedby')).toBe('closerequest');
  dialog().dispatchEvent(new Event('cancel', { cancelable: true }));
  expect([onClose.mock.calls.length, dialog().open]).toEqual([1, true]);
});
