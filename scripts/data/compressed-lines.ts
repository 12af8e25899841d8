/** Writes lines of text into a compressed file. */
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export type CompressedLines = {
  /** Resolves when the next line can be written. Rejects with the file's error, however much is buffered. */
  write(line: string): Promise<void>;
  /** Resolves when everything is written. */
  end(): Promise<void>;
};

export function compressedLines(file: Writable): CompressedLines {
  const gzip = createGzip();
  let failLine: (error: unknown) => void = () => {};
  const written = pipeline(gzip, file);
  // The pending `write` and `end` reject with this error.
  written.catch((error: unknown) => failLine(error));
  return {
    write: (line) =>
      new Promise((resolve, reject) => {
        failLine = reject;
        // A destroyed stream reports only that it was destroyed. The file's error has the reason.
        gzip.write(`${line}\n`, (error) => (error ? void written.then(resolve, reject) : resolve()));
      }),
    async end() {
      gzip.end();
      await written;
    },
  };
}
