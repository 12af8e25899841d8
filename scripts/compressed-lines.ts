/** Writes lines of text into a file, compressed. */
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export type CompressedLines = {
  /** Resolves when the next line may come; rejects with what has failed the file, however much of it waits to be written. */
  write(line: string): Promise<void>;
  /** Resolves when all is written. */
  end(): Promise<void>;
};

export function compressedLines(file: Writable): CompressedLines {
  const gzip = createGzip();
  let failLine: (error: unknown) => void = () => {};
  const written = pipeline(gzip, file);
  // The line that is being written, and `end`, reject with it.
  written.catch((error: unknown) => failLine(error));
  return {
    write: (line) =>
      new Promise((resolve, reject) => {
        failLine = reject;
        // A stream that is gone says only that it is gone: why is what the file says.
        gzip.write(`${line}\n`, (error) => (error ? void written.then(resolve, reject) : resolve()));
      }),
    async end() {
      gzip.end();
      await written;
    },
  };
}
