/** Measures how many different pictures of a page a video shows, by a number that the page draws. */
import type { Locator, Page } from '@playwright/test';

/** The binary digits of the number, which repeats after 51 seconds. */
const DIGITS = 10;

/** Fills the page with black and white bars: a number that grows 20 times a second. */
export const drawNumbers = (page: Page): Promise<void> =>
  page.evaluate((digits) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: digits, height: 1 });
    canvas.style.cssText = 'position:fixed;inset:0;width:100vw;height:100vh;image-rendering:pixelated';
    document.body.append(canvas);
    const pen = canvas.getContext('2d');
    let number = 0;
    setInterval(() => {
      number += 1;
      for (let digit = 0; digit < digits; digit += 1) {
        if (pen) pen.fillStyle = (number >> digit) & 1 ? '#fff' : '#000';
        pen?.fillRect(digit, 0, 1, 1);
      }
    }, 50);
  }, DIGITS);

/** The different numbers that the video shows in this time, as pictures a second. Unclear pictures do not count. */
export const picturesPerSecond = (video: Locator, durationMs = 5_000): Promise<number> =>
  video.evaluate(
    async (element: HTMLVideoElement, { digits, durationMs: wantedMs }) => {
      const [barWidth, height] = [16, 8];
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: digits * barWidth, height });
      const pen = canvas.getContext('2d', { willReadFrequently: true });
      const readNumber = (): number | undefined => {
        pen?.drawImage(element, 0, 0, canvas.width, height);
        let number = 0;
        for (let digit = 0; digit < digits; digit += 1) {
          const [x, y] = [digit * barWidth + barWidth / 2, height / 2];
          const [light = 128] = pen?.getImageData(x, y, 1, 1).data ?? [];
          if (light > 80 && light < 175) return undefined;
          if (light >= 175) number |= 1 << digit;
        }
        return number;
      };
      const numbers = new Set<number>();
      const startedAt = performance.now();
      await new Promise<void>((resolve) => {
        const look = () => {
          const number = readNumber();
          if (number !== undefined) numbers.add(number);
          element.requestVideoFrameCallback(look);
        };
        element.requestVideoFrameCallback(look);
        setTimeout(resolve, wantedMs);
      });
      return (numbers.size * 1_000) / (performance.now() - startedAt);
    },
    { digits: DIGITS, durationMs },
  );
