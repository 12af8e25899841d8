import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, test, vi } from 'vitest';
import { decodePicture } from './decode-picture.ts';
import { pictureSize } from './picture-size.ts';

const canvas = createCanvas(321, 123);
canvas.getContext('2d').fillRect(10, 10, 50, 50);
const jpeg = new Uint8Array(canvas.toBuffer('image/jpeg', 50));
const webp = new Uint8Array(canvas.toBuffer('image/webp', 50));
const size = { width: 321, height: 123 };

/** A JPEG's first bytes with a start of frame of this size. */
const jpegOf = ({ width, height }: { width: number; height: number }) =>
  Uint8Array.of(0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3);

/** A WebP's first bytes: RIFF, any length, WEBP, the format, any length, then `rest`. */
const webpOf = (format: string, ...rest: number[]) =>
  Uint8Array.from(
    [...'RIFF', ...'\0\0\0\0', ...'WEBP', ...format, ...'\0\0\0\0'].map((c) => c.charCodeAt(0)).concat(rest),
  );

describe('the size of a picture', () => {
  test('is read from a real JPEG and a real WebP', () => {
    expect(pictureSize(jpeg)).toEqual(size);
    expect(pictureSize(webp)).toEqual(size);
  });

  test('is read wherever the bytes lie in what was delivered', () => {
    const delivered = new Uint8Array(jpeg.length + 7);
    delivered.set(jpeg, 7);
    expect(pictureSize(delivered.subarray(7))).toEqual(size);
  });

  test('is read from every form of WebP', () => {
    expect(pictureSize(webpOf('VP8 ', 0, 0, 0, 0x9d, 1, 0x2a, 65, 1, 123, 0))).toEqual(size);
    expect(pictureSize(webpOf('VP8L', 0x2f, 0x40, 0x81, 0x1e, 0))).toEqual(size);
    expect(pictureSize(webpOf('VP8X', 0, 0, 0, 0, 64, 1, 0, 122, 0, 0))).toEqual(size);
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['a PNG', new Uint8Array(canvas.toBuffer('image/png'))],
    ['a JPEG that ends in its header', jpeg.subarray(0, 12)],
    ['a JPEG without a picture', Uint8Array.of(0xff, 0xd8, 0xff, 0xfe, 0, 4, 1, 1, 0xff, 0xfe)],
    ['a JPEG of noise', Uint8Array.of(0xff, 0xd8, 1, 2, 3, 4, 5, 6, 7, 8)],
    ['a WebP that ends in its header', webp.subarray(0, 20)],
    ['a WebP of no known form', webpOf('ALPH', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)],
  ])('is not known of %s', (_, bytes) => {
    expect(pictureSize(bytes)).toBeUndefined();
  });
});

describe('decoding', () => {
  const picture = (bytes: Uint8Array) => ({
    userId: 'u1',
    authType: 'user' as const,
    display: 'd1',
    primary: true,
    quality: 10,
    width: 320,
    height: 180,
    at: 1,
    receivedAt: 1,
    bytes,
    contentType: 'image/jpeg',
  });

  test('does not begin with more pixels than the largest screen has, nor with what is no picture', async () => {
    const decoder = vi.fn(async () => 'bitmap');
    vi.stubGlobal('createImageBitmap', decoder);
    await expect(
      decodePicture(picture(jpegOf({ width: 65_000, height: 65_000 })), undefined),
    ).rejects.toThrow();
    await expect(decodePicture(picture(jpegOf({ width: 0, height: 10 })), undefined)).rejects.toThrow();
    await expect(decodePicture(picture(new Uint8Array(8)), undefined)).rejects.toThrow();
    expect(decoder).not.toHaveBeenCalled();
    await decodePicture(picture(jpegOf({ width: 7_680, height: 4_320 })), { width: 320, height: 180 });
    expect(decoder).toHaveBeenCalledWith(
      expect.any(Blob),
      expect.objectContaining({ resizeWidth: 320, resizeHeight: 180 }),
    );
    vi.unstubAllGlobals();
  });
});
