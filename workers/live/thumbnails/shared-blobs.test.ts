import { expect, test } from 'vitest';
import { createSharedBlobs } from './shared-blobs.ts';

const bytes = (...all: number[]) => new Uint8Array(all);
const read = async (blob: Blob) => [...new Uint8Array(await blob.arrayBuffer())];

test('each picture has a blob of its own bytes and type', async () => {
  const blobs = createSharedBlobs(0);
  const [jpeg, none, webp] = await Promise.all([
    blobs.blob(bytes(1, 2, 3), 'image/jpeg'),
    blobs.blob(bytes(), 'image/jpeg'),
    blobs.blob(bytes(4, 5), 'image/webp'),
  ]);
  expect(await read(jpeg)).toEqual([1, 2, 3]);
  expect(jpeg.type).toBe('image/jpeg');
  expect(await read(none)).toEqual([]);
  expect(await read(webp)).toEqual([4, 5]);
  expect(webp.type).toBe('image/webp');
});

test('who asks later gets a blob as well', async () => {
  const blobs = createSharedBlobs(0);
  await blobs.blob(bytes(1), 'image/jpeg');
  expect(await read(await blobs.blob(bytes(2), 'image/jpeg'))).toEqual([2]);
});
