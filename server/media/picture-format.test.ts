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
    const picture = { type, width: 300, height: 200, end: bytes.length };
    expect(readPictureFormat(bytes)).toEqual(picture);
    expect(readPictureFormat(Buffer.concat([bytes, text]))).toEqual(picture);
    const cut = readPictureFormat(bytes.subarray(0, bytes.length - 5));
    expect(cut).toMatchObject({ type: 'none', reason: expect.stringContaining('cut off') });
  });

  it('knows a GIF by all of its frames', () => {
    expect(readPictureFormat(gif)).toEqual({ type: 'gif', width: 1, height: 1, end: gif.length });
    const larger = Buffer.from(gif);
    larger.writeUInt16LE(40_000, gif.indexOf(0x2c, 20) + 5);
    expect(readPictureFormat(larger)).toMatchObject({ width: 40_000 });
    expect(readPictureFormat(Buffer.concat([gif, text]))).toMatchObject({ type: 'gif', end: gif.length });
  });

  it.each([
    ['a second JPEG', Buffer.concat([Buffer.alloc(8), jpeg])],
    ['a film', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0', 'latin1')],
    ['the notes of a phone', Buffer.from('SEFH\x6b\0\0\0SEFT', 'latin1')],
    ['zeros', Buffer.alloc(5_000)],
  ])('lets a phone put %s behind a picture', (_, rest) => {
    expect(readPictureFormat(Buffer.concat([jpeg, rest]))).toMatchObject({ type: 'jpeg', end: jpeg.length });
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
