/** What a person sees on the group screen: cards, and whether their pictures change. */
import { expect, type Locator, type Page } from '@playwright/test';

/** The cards of those who are here, not the items of the lists inside them. */
export const cards = (page: Page): Locator =>
  page.locator('ul[aria-label="Devices"] > li:not([data-absent])');

export const cardOf = (page: Page, name: string): Locator => cards(page).filter({ hasText: name });

const pictures = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('ul[aria-label="Devices"] canvas')].map((canvas) =>
      canvas.width > 1 ? canvas.toDataURL() : '',
    ),
  );

/** How many cards show a picture that is not one colour or empty. */
async function picturesShown(page: Page): Promise<number> {
  const blank = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    return canvas.toDataURL();
  });
  return (await pictures(page)).filter((url) => url !== '' && url !== blank && url.length > 2_000).length;
}

/** Waits until at least `atLeast` pictures are other than they were when it was called. */
export async function expectLivePictures(page: Page, atLeast: number): Promise<void> {
  await expect.poll(() => picturesShown(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(atLeast);
  const before = await pictures(page);
  await expect
    .poll(async () => (await pictures(page)).filter((url, i) => url !== '' && url !== before[i]).length, {
      timeout: 30_000,
    })
    .toBeGreaterThanOrEqual(atLeast);
}
