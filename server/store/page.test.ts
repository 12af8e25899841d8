import { expect, it } from 'vitest';
import { takePage } from './page.ts';

const items = ['b', 'a', 'é', 'B', 'c'].map((id) => ({ id }));
const ids = (page: readonly { id: string }[]) => page.map(({ id }) => id).join('');

it('pages by descending id, bytewise, below the last one seen', () => {
  const first = takePage(items, { limit: 2, before: undefined });
  expect(ids(first)).toBe('éc');
  expect(ids(takePage(items, { limit: 2, before: 'c' }))).toBe('ba');
  expect(ids(takePage(items, { limit: 2, before: 'a' }))).toBe('B');
});
