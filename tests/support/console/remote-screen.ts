/** What a tutor sees of a remote control. */
import type { Locator, Page } from '@playwright/test';

export const overlayOf = (page: Page): Locator => page.getByRole('dialog', { name: /^Remote control of / });

/** Where the screen of the device is drawn, and which takes the keys. */
export const remoteScreenOf = (page: Page): Locator => overlayOf(page).getByRole('application');

/** How many pixels have each colour, as `r,g,b`. */
export const coloursOf = (screen: Locator): Promise<Record<string, number>> =>
  screen.evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    if (width === 0 || height === 0) return {};
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] };
    const counts: Record<string, number> = {};
    for (let at = 0; at < data.length; at += 4) {
      const colour = `${data[at]},${data[at + 1]},${data[at + 2]}`;
      counts[colour] = (counts[colour] ?? 0) + 1;
    }
    return counts;
  });
