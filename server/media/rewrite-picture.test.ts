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

it('gives up on one that takes too long, and takes the next one', async () => {
  const bytes = drawn(60, 40).toBuffer('image/png');
  await expect(rewritePicture(bytes, 0)).rejects.toMatchObject({
    code: 'invalid',
    message: 'The picture takes too long to decode; try a smaller one.',
  });
  await expect(rewritePicture(bytes)).resolves.toMatchObject({ contentType: 'image/webp' });
});
