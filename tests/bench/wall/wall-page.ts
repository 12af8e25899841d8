/** Opens the wall of a group of the real console, with `pages/our-page.ts` and `pages/paint-probe.ts` listening in. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { SignedIn } from '../classroom/bench-classroom.ts';
import { openTutorContext } from '../group-page.ts';
import { bundlePage } from '../page-bundle.ts';

export const TILES = 'ul[aria-label="Devices"] > li[data-tile]:not([data-state="offline"])';

export type WallRequest = {
  tutor: SignedIn;
  viewport: { width: number; height: number };
  /** As the slider of the tiles has it, 0 to 100. */
  size: number;
};

const TILES_WITHIN_MS = 90_000;

/** A browser of one tutor. */
export async function openWallContext(browser: Browser, request: WallRequest): Promise<BrowserContext> {
  const context = await openTutorContext(browser, { ...request, group: '', cards: 0 });
  const probe = await bundlePage(new URL('../pages/paint-probe.ts', import.meta.url));
  await context.addInitScript({ content: probe });
  await context.addInitScript(
    (value) => localStorage.setItem('lectern.wallTileSize', value),
    String(request.size),
  );
  return context;
}

/** Ends when so many tiles of devices that are here stand on the wall. */
export async function openWall(
  context: BrowserContext,
  { address, tiles }: { address: string; tiles: number },
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  try {
    await page.waitForFunction(
      ([selector, all]) => document.querySelectorAll(selector).length >= all,
      [TILES, tiles] as const,
      { timeout: TILES_WITHIN_MS },
    );
  } catch (cause) {
    const there = await page.locator(TILES).count();
    throw new Error(`only ${there} of ${tiles} tiles came within ${TILES_WITHIN_MS} ms`, { cause });
  }
  return page;
}

/** CSS pixels of a tile, and from one to the next. */
export const tileSize = (page: Page) =>
  page.evaluate((selector) => {
    const [one, next] = [...document.querySelectorAll(selector)].map((tile) => tile.getBoundingClientRect());
    if (!one || !next) throw new Error('there are no two tiles');
    return { width: one.width, height: one.height, gap: Math.round(next.left - one.right) };
  }, TILES);
