import { expect, test } from 'vitest';
import { fromBlob } from './blob-source.ts';
import { createChunkAssembly } from './chunk-assembly.ts';
import { releaseBuffer } from './release-buffer.ts';
import { CHUNK_BYTES } from './transfer.ts';

const whole = (chunk: number) => ({
  file: 0,
  chunk,
  offset: 0,
  length: CHUNK_BYTES,
  part: new Uint8Array(CHUNK_BYTES).fill(chunk + 1),
});

function bytesOf(taken: ReturnType<ReturnType<typeof createChunkAssembly>['take']>): Uint8Array {
  if (taken === undefined || 'refusal' in taken) throw new Error('there is no chunk');
  return taken.bytes;
}

test('the memory of a chunk serves a later one once nobody reads it any more, and not before', () => {
  const assembly = createChunkAssembly({ size: 3 * CHUNK_BYTES, chunks: 3, have: 0 });
  const first = bytesOf(assembly.take(whole(0)));
  const second = bytesOf(assembly.take(whole(1)));
  expect(second).not.toBe(first);
  expect(first[0]).toBe(1);
  assembly.reuse(first);
  const third = bytesOf(assembly.take(whole(2)));
  expect(third).toBe(first);
  expect(third.every((byte) => byte === 3)).toBe(true);
  expect(second[0]).toBe(2);
});

test('a short last chunk has memory of its own length', () => {
  const assembly = createChunkAssembly({ size: CHUNK_BYTES + 5, chunks: 2, have: 0 });
  assembly.reuse(bytesOf(assembly.take(whole(0))));
  const part = new Uint8Array(5).fill(9);
  expect(bytesOf(assembly.take({ file: 0, chunk: 1, offset: 0, length: 5, part }))).toEqual(part);
});

test('what was read of a picked file is read into again once nobody looks at it', async () => {
  const content = Uint8Array.from({ length: 2 * CHUNK_BYTES + 3 }, (_, at) => (at * 7 + (at >> 13)) & 0xff);
  const file = fromBlob({ id: 'f', file: new Blob([content]), name: 'f', version: '1' });
  const partAt = (chunk: number) => content.subarray(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES);
  const first = await file.read(0, CHUNK_BYTES);
  expect(Buffer.compare(first, partAt(0))).toBe(0);
  const second = await file.read(CHUNK_BYTES, CHUNK_BYTES);
  expect(Buffer.compare(second, partAt(1))).toBe(0);
  const { buffer } = second;
  file.releaseBuffer?.(second);
  const third = await file.read(2 * CHUNK_BYTES, 3);
  expect([...third]).toEqual([...partAt(2)]);
  expect(Buffer.compare(first, partAt(0))).toBe(0);
  // The memory goes through the stream, and its old name with it.
  expect(buffer.byteLength).toBe(0);
  file.close?.();
});

test('two places of a picked file are read beside each other, each from where it is', async () => {
  const content = Uint8Array.from({ length: 4_000 }, (_, at) => at & 0xff);
  const file = fromBlob({ id: 'f', file: new Blob([content]), name: 'f', version: '1' });
  for (let at = 0; at < 2_000; at += 500) {
    expect([...(await file.read(at, 500))]).toEqual([...content.subarray(at, at + 500)]);
    expect([...(await file.read(2_000 + at, 500))]).toEqual([...content.subarray(2_000 + at, 2_500 + at)]);
  }
  expect((await file.read(3_900, 500)).length).toBe(100);
});

test('bytes that were moved away are not freed once more', () => {
  const moved = new Uint8Array(4);
  structuredClone(moved, { transfer: [moved.buffer] });
  expect(() => releaseBuffer(moved)).not.toThrow();
});
