import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { rewritePicture } from './rewrite-picture.ts';

const drawn = (width: number, height: number) => {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').fillRect(0, 0, width / 2, height);
  return canvas;
};

it.each([
  ['a photograph stays one', drawn(60, 40).toBuffer('image/jpeg'), 'image/jpeg', [60, 40]],
  ['a drawing becomes WebP', drawn(60, 40).toBuffer('image/png'), 'image/webp', [60, 40]],
  ['a large one is scaled', drawn(5_000, 100).toBuffer('image/png'), 'image/webp', [4_096, 82]],
] as const)('%s', async (_, bytes, type, size) => {
  const { bytes: anew, contentType } = await rewritePicture(bytes);
  expect(contentType).toBe(type);
  const { width, height } = await loadImage(anew);
  expect([width, height]).toEqual(size);
});

/** A segment behind the first two bytes of a JPEG. */
const withSegment = (jpeg: Buffer, marker: number, content: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
};
/** Little endian, one entry: 0x112 (orientation) is 6, a quarter to the right. */
const TURNED = Buffer.from(
  '457869660000' + '49492a0008000000' + '0100' + '120103000100000006000000' + '00000000',
  'hex',
);

it('takes a photo of a phone: turned, with other pictures inside and a film behind it', async () => {
  const jpeg = drawn(60, 40).toBuffer('image/jpeg');
  const index = Buffer.from('MPF\0II*\0\x08\0\0\0\0\0', 'latin1');
  const photo = withSegment(withSegment(jpeg, 0xe2, index), 0xe1, TURNED);
  const film = Buffer.from('\0\0\0\x18ftypmp42 and more', 'latin1');
  const { bytes, contentType } = await rewritePicture(Buffer.concat([photo, film]));
  const { width, height } = await loadImage(bytes);
  expect([contentType, width, height]).toEqual(['image/jpeg', 40, 60]);
  expect(bytes.includes('ftyp')).toBe(false);
});

it.each([
  [8_064, 6_048, 'damaged'],
  [8_160, 6_120, 'damaged'],
  [12_000, 9_000, 'pixels'],
  [16_385, 10, 'pixels'],
])('of %i × %i pixels without any content it says: %s', async (width, height, reason) => {
  const png = Buffer.from(drawn(1, 1).toBuffer('image/png'));
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  await expect(rewritePicture(png)).rejects.toMatchObject({ message: expect.stringContaining(reason) });
});

it('gives up on one that takes too long, and takes the next one', async () => {
  const bytes = drawn(60, 40).toBuffer('image/png');
  await expect(rewritePicture(bytes, 0)).rejects.toMatchObject({
    code: 'invalid',
    message: 'The picture takes too long to decode; try a smaller one.',
  });
  await expect(rewritePicture(bytes)).resolves.toMatchObject({ contentType: 'image/webp' });
});
