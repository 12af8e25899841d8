import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Popover } from './popover.tsx';

afterEach(cleanup);

function open() {
  const buttonRef = createRef<HTMLButtonElement>();
  const onClose = vi.fn();
  render(
    <>
      <button type="button" ref={buttonRef}>
        Tabs
      </button>
      <Popover label="Open tabs" buttonRef={buttonRef} onClose={onClose}>
        <p>one</p>
      </Popover>
    </>,
  );
  const button = screen.getByRole('button', { name: 'Tabs' });
  const place = vi.spyOn(button, 'getBoundingClientRect');
  return { onClose, moveTo: (top: number) => place.mockReturnValue(new DOMRect(0, top, 80, 20)) };
}

test('closes when its button is scrolled away', () => {
  const { onClose, moveTo } = open();
  moveTo(-120);
  fireEvent.scroll(document);
  expect(onClose).toHaveBeenCalled();
});

test('stays where something scrolls and the button does not: the scroll before the press, or a list beside it', () => {
  const { onClose } = open();
  fireEvent.scroll(document);
  expect(onClose).not.toHaveBeenCalled();
});

test('closes at a press elsewhere, not at one in it', () => {
  const { onClose } = open();
  fireEvent.pointerDown(screen.getByText('one'));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.pointerDown(document.body);
  expect(onClose).toHaveBeenCalledTimes(1);
});
