import { expect, test } from 'vitest';
import { createLine } from './line.ts';
import type { AskWorker } from './worker/worker-attachment.ts';

test('a worker that is new is told that this tab shares, one that was told is not', () => {
  const told: boolean[] = [];
  const worker = { setSharing: async (_: string, isSharing: boolean) => void told.push(isSharing) };
  const ask = ((call: (w: typeof worker, tabId: string) => Promise<void>) => call(worker, 't1')) as AskWorker;
  const line = createLine({ ask });
  line.restate();
  expect(told).toEqual([]);
  line.setSharing(true);
  line.setSharing(true);
  expect(told).toEqual([true]);
  line.restate();
  expect(told).toEqual([true, true]);
  line.setSharing(false);
  line.restate();
  expect(told).toEqual([true, true, false]);
});
