import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CopyText } from './copy-text.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(writeText: ((text: string) => Promise<void>) | undefined) {
  vi.stubGlobal('navigator', { ...navigator, clipboard: writeText && { writeText } });
  render(<CopyText label="Token" text="s e c r e t" />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy: Token' }));
}

it('copies the text as it is, and says so', async () => {
  const copied: string[] = [];
  open(async (text) => void copied.push(text));
  expect(await screen.findByText('Copied')).toBeDefined();
  expect(copied).toEqual(['s e c r e t']);
});

it.each([
  ['refuses', () => Promise.reject(new Error('no permission'))],
  ['has no clipboard', undefined],
])('says what to do where the browser %s', async (_, writeText) => {
  open(writeText);
  expect(await screen.findByText(/Select the text and copy it yourself/)).toBeDefined();
});
