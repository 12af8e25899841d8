import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { decodePicture } from './decode-picture.ts';
import type { ThumbnailPicture } from './thumbnails.ts';

/** The start of a JPEG of 320 × 180: enough to tell its size. */
const JPEG = new Uint8Array([
  0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 180, 1, 64, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1,
]);
const picture: ThumbnailPicture = {
  userId: 'u',
  authType: 'user',
  display: 'd1',
  primary: true,
  quality: 20,
  width: 320,
  height: 180,
  at: 1,
  receivedAt: 1,
  contentType: 'image/jpeg',
  bytes: JPEG,
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a browser that does not answer is waited for no longer than 5 s, and what comes later is closed', async () => {
  let decodeLate = (_: ImageBitmap) => {};
  vi.stubGlobal(
    'createImageBitmap',
    () =>
      new Promise((resolve) => {
        decodeLate = resolve;
      }),
  );
  const decoded = decodePicture(picture, undefined).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await decoded).toBe('The picture was not decoded in time');
  const close = vi.fn();
  decodeLate({ close } as unknown as ImageBitmap);
  await vi.advanceTimersByTimeAsync(0);
  expect(close).toHaveBeenCalledOnce();
});

test('gives out the picture, at the size that is asked for', async () => {
  const bitmap = {} as ImageBitmap;
  const create = vi.fn(async (..._: unknown[]) => bitmap);
  vi.stubGlobal('createImageBitmap', create);
  const decoded = decodePicture(picture, { width: 160, height: 90 });
  await vi.advanceTimersByTimeAsync(20);
  expect(await decoded).toBe(bitmap);
  expect(create.mock.calls[0]?.[1]).toMatchObject({ resizeWidth: 160, resizeHeight: 90 });
});

test('what is no picture is refused before it is decoded', async () => {
  await expect(decodePicture({ ...picture, bytes: new Uint8Array(4) }, undefined)).rejects.toThrow(
    'No picture',
  );
});
