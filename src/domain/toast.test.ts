import { expect, test } from 'vitest';
import { safeColor, toastLifetimeMs } from './toast.ts';

test('a closable toast stays, another one goes after three seconds or its own time', () => {
  expect(toastLifetimeMs({ closable: true })).toBeUndefined();
  expect(toastLifetimeMs({ closable: false })).toBe(3_000);
  expect(toastLifetimeMs({ closable: false, lifetimeMs: 8_000 })).toBe(8_000);
});

test('only plain colours of messages are used', () => {
  expect(
    ['#0af', '#00aaff80', 'teal', 'red;background:url(x)', 'var(--x)', undefined].map(safeColor),
  ).toEqual(['#0af', '#00aaff80', 'teal', undefined, undefined, undefined]);
});
