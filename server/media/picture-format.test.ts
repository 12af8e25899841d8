import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { readPictureFormat } from './picture-format.ts';

const canvas = createCanvas(300, 200);
canvas.getContext('2d').fillRect(10, 10, 100, 100);
const jpeg = canvas.toBuffer('image/jpeg');
/** One transparent pixel. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const text = Buffer.from('<script>alert(1)</script>');

describe('what the bytes of a file are', () => {
  it.each([
    ['png', canvas.toBuffer('image/png')],
    ['jpeg', jpeg],
    ['webp', canvas.toBuffer('image/webp')],
  ])('knows a %s and its size', (type, bytes) => {
    expect(readPictureFormat(bytes)).toEqual({ type, width: 300, height: 200 });
    const more = readPictureFormat(Buffer.concat([bytes, text]));
    expect(more).toMatchObject({ type: 'none', reason: expect.stringContaining('behind its picture') });
    const cut = readPictureFormat(bytes.subarray(0, bytes.length - 5));
    expect(cut).toMatchObject({ type: 'none', reason: expect.stringContaining('cut off') });
  });

  it('knows a GIF by all of its frames', () => {
    expect(readPictureFormat(gif)).toEqual({ type: 'gif', width: 1, height: 1 });
    const larger = Buffer.from(gif);
    larger.writeUInt16LE(40_000, gif.indexOf(0x2c, 20) + 5);
    expect(readPictureFormat(larger)).toMatchObject({ width: 40_000 });
    expect(readPictureFormat(Buffer.concat([gif, text]))).toMatchObject({ type: 'none' });
  });

  it('lets a camera put a second JPEG behind the first', () => {
    const both = Buffer.concat([jpeg, Buffer.alloc(8), jpeg]);
    expect(readPictureFormat(both)).toEqual({ type: 'jpeg', width: 300, height: 200 });
    expect(readPictureFormat(Buffer.concat([both, text]))).toMatchObject({ type: 'none' });
  });

  it('is ended by any bytes, and calls none of them a picture', () => {
    for (const bytes of [Buffer.alloc(0), text, Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')])
      expect(readPictureFormat(bytes)).toMatchObject({ type: 'none' });
    for (let at = 2; at < jpeg.length; at += 7) {
      const broken = Buffer.from(jpeg);
      broken.fill(0xff, at, Math.min(at + 40, jpeg.length));
      expect(() => readPictureFormat(broken)).not.toThrow();
    }
  });
});
