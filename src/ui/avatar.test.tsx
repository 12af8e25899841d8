import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Avatar } from './avatar.tsx';

afterEach(cleanup);

test.each([
  [undefined, 28],
  [40, 40],
  [88, 88],
] as const)('of size %s a picture is asked for at %i pixels', (size, px) => {
  const picture = 'https://lh3.googleusercontent.com/a/abc=s96-c';
  const { container } = render(<Avatar name="Ada Page" picture={picture} size={size} />);
  expect(container.querySelector('img')?.src).toBe(`https://lh3.googleusercontent.com/a/abc=s${px}-c`);
  expect(container.querySelector('[data-size]')?.getAttribute('data-size')).toBe(String(px));
});

test('a picture that does not load gives way to the initials, until there is another one', () => {
  const { container, rerender } = render(<Avatar name="Ada Page" picture="/gone.jpg" />);
  fireEvent.error(container.querySelector('img') as Element);
  expect(container.textContent).toBe('AP');
  rerender(<Avatar name="Ada Page" picture="/new.jpg" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/new.jpg');
});
