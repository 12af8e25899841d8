import { expect, test } from 'vitest';
import { alertLifetimeMs, safeColor } from './alert.ts';

test('a closable alert stays, another one goes after three seconds or its own time', () => {
  expect(alertLifetimeMs({ closable: true })).toBeUndefined();
  expect(alertLifetimeMs({ closable: false })).toBe(3_000);
  expect(alertLifetimeMs({ closable: false, lifetimeMs: 8_000 })).toBe(8_000);
});

test('only plain colours of messages are used', () => {
  expect(
    ['#0af', '#00aaff80', 'teal', 'red;background:url(x)', 'var(--x)', undefined].map(safeColor),
  ).toEqual(['#0af', '#00aaff80', 'teal', undefined, undefined, undefined]);
});
