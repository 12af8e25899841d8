/** Opens the group screen of the real console in a context of its own, with `pages/our-page.ts` listening in. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { SignedIn } from './classroom/bench-classroom.ts';
import { bundlePage } from './page-bundle.ts';

export type GroupRequest = {
  tutor: SignedIn;
  group: string;
  /** Wait for this many cards. */
  cards: number;
  viewport: { width: number; height: number };
  /** Cards per row by the zoom slider's value, 0 to 100. */
  zoom?: number;
};

const CARDS_WITHIN_MS = 90_000;
export const CARDS = 'ul[aria-label="Devices"] > li:not([data-absent])';

/** A browser of one tutor: all of its tabs share one live worker. */
export async function openTutorContext(
  browser: Browser,
  { tutor, viewport, zoom = 30 }: GroupRequest,
): Promise<BrowserContext> {
  const context = await browser.newContext({ storageState: tutor.state, viewport });
  await context.addInitScript({ content: await bundlePage(new URL('./pages/our-page.ts', import.meta.url)) });
  await context.addInitScript((value) => localStorage.setItem('zoomLevel', value), String(zoom));
  // Cards of those who are not here show no pictures, and push the others out of view.
  await context.addInitScript(() => localStorage.setItem('lectern.absentCards', 'false'));
  return context;
}

/** A further tab. `address`: a group screen's, from an earlier one. Ends when every card is there. */
export async function openGroup(
  context: BrowserContext,
  request: Pick<GroupRequest, 'group' | 'cards' | 'tutor'> & { address?: string },
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(request.address ?? new URL(request.tutor.address).origin);
  if (request.address === undefined) {
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.keyboard.press('Control+g');
    await page.getByPlaceholder('Search groups...').fill(request.group);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('heading', { name: request.group }).waitFor();
  try {
    await page.waitForFunction(
      ([selector, all]) => document.querySelectorAll(selector).length >= all,
      [CARDS, request.cards] as const,
      { timeout: CARDS_WITHIN_MS },
    );
  } catch (cause) {
    const there = await page.locator(CARDS).count();
    throw new Error(`only ${there} of ${request.cards} cards came within ${CARDS_WITHIN_MS} ms`, { cause });
  }
  return page;
}

/** How many elements of the selector stand wholly in the viewport. */
export const wholeInView = (page: Page, selector: string = CARDS) =>
  page.evaluate(
    (all) =>
      [...document.querySelectorAll(all)].filter((element) => {
        const { top, left, bottom, right } = element.getBoundingClientRect();
        return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
      }).length,
    selector,
  );

/** CSS pixels of a card's picture, and from one card to the next. */
export const pictureSize = (page: Page) =>
  page.evaluate((all) => {
    const [one, next] = [...document.querySelectorAll(all)];
    const picture = one?.querySelector('canvas')?.getBoundingClientRect();
    const right = one?.getBoundingClientRect().right ?? 0;
    const gap = (next?.getBoundingClientRect().left ?? right) - right;
    return { width: picture?.width ?? 0, height: picture?.height ?? 0, gap };
  }, CARDS);

export const groupOf = (address: string) => /\/group\/([^/?#]+)/.exec(address)?.[1] ?? '';
