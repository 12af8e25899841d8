import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FileOffer } from '#protocol/transfer/files.ts';
import { createIncomingStore, type StoredFile } from './incoming-store.ts';

const BYTES = new Uint8Array(100).fill(7);
const digestOf = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const offer: FileOffer = { id: 'one', name: 'essay.txt', size: BYTES.length, version: '1', chunks: 1 };

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lectern-incoming-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

function openStore() {
  const stored: StoredFile[] = [];
  const folder = join(root, 'downloads');
  const store = createIncomingStore({ partsFolder: async () => root });
  return {
    stored,
    folder,
    sink: (of: FileOffer) => store.sink(of, { folder, onStored: (file) => stored.push(file) }),
  };
}

it('stores a file once that is offered again when it is whole', async () => {
  const { stored, folder, sink } = openStore();
  const first = await sink(offer);
  await first.write(0, BYTES, digestOf(BYTES));
  await first.finish();
  for (const end of ['finish', 'discard', 'pause'] as const) {
    const again = await sink(offer);
    expect(again.kept).toEqual([digestOf(BYTES)]);
    await again[end]();
  }
  expect(stored).toHaveLength(1);
  expect(await readdir(folder)).toEqual(['essay.txt']);
  expect(new Uint8Array(await readFile(join(folder, 'essay.txt')))).toEqual(BYTES);
});

it('takes the file anew where what was stored is not what is offered', async () => {
  const { folder, sink } = openStore();
  const first = await sink(offer);
  await first.write(0, BYTES, digestOf(BYTES));
  await first.finish();
  await (await sink(offer)).discard('wrong');
  const again = await sink(offer);
  expect(again.kept).toEqual([]);
  await again.write(0, BYTES, digestOf(BYTES));
  await again.finish();
  expect(await readdir(folder)).toHaveLength(2);
});

it('stores another file of the same name beside it', async () => {
  const { folder, sink } = openStore();
  for (const of of [offer, { ...offer, id: 'two' }]) {
    const next = await sink(of);
    await next.write(0, BYTES, digestOf(BYTES));
    await next.finish();
  }
  expect(await readdir(folder)).toHaveLength(2);
});
