import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressedLines } from './compressed-lines.ts';

const FULL = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
/** Larger than all buffers together, and random, so that compression does not make it smaller. */
const longLine = randomBytes(4 * 1024 * 1024).toString('base64');

test('lines are there again when the file is read', async () => {
  const chunks: Buffer[] = [];
  const file = new Writable({
    write(chunk, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  const lines = compressedLines(file);
  await lines.write('one');
  await lines.write(longLine);
  await lines.end();
  expect(gunzipSync(Buffer.concat(chunks)).toString()).toBe(`one\n${longLine}\n`);
});

test('a line that waits for room is told why the file fails', async () => {
  let refuse = () => {};
  const file = new Writable({
    write(_chunk, _encoding, done) {
      refuse = () => done(FULL);
    },
  });
  const lines = compressedLines(file);
  const writing = lines.write(longLine);
  await expect.poll(() => file.writableLength).toBeGreaterThan(0);
  refuse();
  await expect(writing).rejects.toBe(FULL);
});

test('a line after the failure is told the same, as is the end', async () => {
  const file = new Writable({ write: (_chunk, _encoding, done) => done(FULL) });
  const lines = compressedLines(file);
  await expect(lines.write(longLine)).rejects.toBe(FULL);
  await expect(lines.write('next')).rejects.toBe(FULL);
  await expect(lines.end()).rejects.toBe(FULL);
});
