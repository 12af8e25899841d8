/** What a video really shows: its pixels, read from the page twice. */
import { expect, type Locator } from '@playwright/test';

/** The pixels as a word; undefined where there are none, or all are of one colour. */
const pixels = (video: Locator): Promise<string | undefined> =>
  video.evaluate((element: HTMLVideoElement) => {
    if (element.videoWidth < 2 || element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined;
    const canvas = document.createElement('canvas');
    const [width, height] = [160, 90];
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(element, 0, 0, width, height);
    const { data } = context?.getImageData(0, 0, width, height) ?? { data: new Uint8ClampedArray() };
    const colours = new Set<number>();
    let sum = 0;
    for (let i = 0; i < data.length; i += 4) {
      const colour = ((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0);
      colours.add(colour);
      sum = (sum * 31 + colour) >>> 0;
    }
    return colours.size < 3 ? undefined : String(sum);
  });

/** It shows a picture, and then another one. */
export async function expectMoving(video: Locator, { timeout = 20_000 } = {}): Promise<void> {
  await expect.poll(() => pixels(video), { timeout, message: 'a first picture' }).toBeDefined();
  const first = await pixels(video);
  await expect
    .poll(
      async () => {
        const now = await pixels(video);
        return now !== undefined && now !== first;
      },
      { timeout, message: 'another picture' },
    )
    .toBe(true);
}
