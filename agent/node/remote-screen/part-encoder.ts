/** Encodes parts of pictures: compressed if the viewer supports that (RFC 6143 §7.7), otherwise raw. */
import { constants, createDeflate } from 'node:zlib';
import type { Part } from './changed-parts.ts';

const RAW = 0;
const ZLIB = 6;
const LEVEL = 3;

/** Creates an encoder for one viewer, because all its compressed parts form one stream. */
export function createPartEncoder() {
  const deflate = createDeflate({ level: LEVEL });
  let packed: Buffer[] = [];
  let encoding = RAW;
  deflate.on('data', (bytes: Buffer) => packed.push(bytes));

  const pack = (pixels: Buffer) =>
    new Promise<Buffer>((resolve, reject) => {
      packed = [];
      deflate.once('error', reject);
      deflate.write(pixels);
      deflate.flush(constants.Z_SYNC_FLUSH, () => {
        deflate.off('error', reject);
        resolve(Buffer.concat(packed));
      });
    });

  function headOf({ x, y, width, height }: Part): Buffer {
    const head = Buffer.alloc(12);
    for (const [at, value] of [x, y, width, height].entries()) head.writeUInt16BE(value, at * 2);
    head.writeInt32BE(encoding, 8);
    return head;
  }

  return {
    /** Chooses an encoding from those that the viewer supports. */
    choose(known: readonly number[]): void {
      encoding = known.includes(ZLIB) ? ZLIB : RAW;
    },
    /** Must be awaited before the next call. */
    async encode(part: Part, pixels: Buffer): Promise<Buffer> {
      if (encoding === RAW) return Buffer.concat([headOf(part), pixels]);
      const head = headOf(part);
      const bytes = await pack(pixels);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return Buffer.concat([head, length, bytes]);
    },
    end: () => void deflate.destroy(),
  };
}
