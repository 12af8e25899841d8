import { expect, test } from 'vitest';
import { fromBlob } from './blob-source.ts';
import { createChunkAssembly } from './chunk-assembly.ts';
import { letGo } from './let-go.ts';
import { CHUNK_BYTES } from './transfer.ts';

const whole = (chunk: number) => ({
  ...{ file: 0, chunk, offset: 0, length: CHUNK_BYTES },
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

test('what was read of a picked file is freed where the platform can, and only once', async () => {
  const freed: ArrayBuffer[] = [];
  const file = fromBlob({ id: 'f', file: new Blob(['abc']), name: 'f', version: '1' });
  const bytes = await file.read(0, 3);
  Object.assign(bytes.buffer, { transfer: () => freed.push(bytes.buffer as ArrayBuffer) });
  file.letGo?.(bytes);
  expect(freed).toEqual([bytes.buffer]);
  const moved = new Uint8Array(4);
  structuredClone(moved, { transfer: [moved.buffer] });
  expect(() => letGo(moved)).not.toThrow();
});
