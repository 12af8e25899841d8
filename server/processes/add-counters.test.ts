import { expect, it } from 'vitest';
import { addCounters } from './add-counters.ts';

it('adds up counters name by name, also those that only some have', () => {
  const sum = addCounters([
    { messages: 1, refused: { token: 2 } },
    { messages: 3, refused: { origin: 4, token: 5 } },
  ]);
  expect(sum).toEqual({ messages: 4, refused: { token: 7, origin: 4 } });
});
