import { expect, it, vi } from 'vitest';
import type { Received } from '../page-memory.ts';
import { forgetFiles } from './forget-files.ts';

it('removes the list of files at once, then what is whole and what has come in part', async () => {
  let received: Received | undefined = { person: { name: 'Mia' }, files: [] };
  const chunks = {
    kept: vi.fn(async () => new Map([['begun', 7]])),
    discard: vi.fn(async () => {}),
    retain: vi.fn(async () => {}),
    end: vi.fn(),
  };
  const slot = {
    get: () => received,
    set(next: Received | undefined) {
      received = next;
    },
  };
  const forgotten = forgetFiles({ memory: { received: slot }, chunks });
  expect(received).toBeUndefined();
  await forgotten;
  expect(chunks.discard).toHaveBeenCalledWith('begun');
  expect(chunks.retain).toHaveBeenCalledWith([]);
  expect(chunks.end).toHaveBeenCalledOnce();
});
