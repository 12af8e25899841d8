import { mdiAccountGroup } from '@mdi/js';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NamedIcon } from './named-icon.tsx';

let answer: (response: Response) => void;
let fail: (error: Error) => void;

beforeEach(() => {
  vi.stubGlobal('fetch', () => {
    return new Promise<Response>((resolve, reject) => {
      answer = resolve;
      fail = reject;
    });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(name: string, color = '#33691e') {
  const { container } = render(<NamedIcon name={name} color={color} size={20} />);
  const chip = () => container.querySelector('svg');
  return { chip, path: () => chip()?.querySelector('path')?.getAttribute('d') };
}

test('the chip stands in its size and colour before the icon has come into it', async () => {
  const { chip, path } = show('mdi-account-group');
  expect(chip()?.getAttribute('width')).toBe('20');
  expect(chip()?.style.background).toContain('#33691e');
  expect(path()).toBeUndefined();
  await act(async () => answer(Response.json({ AccountGroup: mdiAccountGroup })));
  await waitFor(() => expect(path()).toBe(mdiAccountGroup));
});

test.each(['mdi-this-icon-is-not-there', '', '<img src=x>', 'x'.repeat(10_000)])(
  'a neutral icon stands for “%.20s”',
  async (name) => {
    const { chip } = show(name);
    if (name.startsWith('mdi-')) await act(async () => fail(new TypeError('offline')));
    await waitFor(() => expect(chip()?.getAttribute('data-icon')).toBe('neutral'));
  },
);

test('a colour that is none leaves the chip in the theme’s own', () => {
  expect(show('', 'url(https://x.example/)').chip()?.getAttribute('style')).toBeNull();
});
