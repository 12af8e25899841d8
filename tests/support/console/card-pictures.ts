/**
 * When the pictures on the cards were taken. A page tells its pictures only as pixels; this keeps, beside each canvas,
 * the time that came with the frame, so that a test can tell a new picture from an old one that is shown again.
 */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { TIMING } from '#domain/timing.ts';

export type HandledBatch = {
  /** Epoch ms: when it left the worker, and when the tab dealt with it. */
  sentAt: number;
  handledAt: number;
  frames: number;
};

type Kept = { takenAt: WeakMap<HTMLCanvasElement, number>; batches: HandledBatch[] };
declare global {
  interface Window {
    keptPictures?: Kept;
    missingPictures?: string[];
    fewestCards?: number;
  }
}

/** From now on for every page that the context opens. */
export async function keepPictureTimes(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const kept: Kept = { takenAt: new WeakMap(), batches: [] };
    window.keptPictures = kept;
    const ofBitmap = new WeakMap<ImageBitmap, number>();
    type Batch = { seq?: number; sentAt?: number; frames?: { bitmap: ImageBitmap; at: number }[] };
    const followed = new WeakSet<MessagePort>();
    const follow = (port: MessagePort) => {
      if (followed.has(port)) return;
      followed.add(port);
      port.addEventListener('message', ({ data }: MessageEvent<Batch>) => {
        if (data?.seq === undefined || data.sentAt === undefined) return;
        for (const { bitmap, at } of data.frames ?? []) ofBitmap.set(bitmap, at);
        const handledAt = performance.timeOrigin + performance.now();
        kept.batches.push({ sentAt: data.sentAt, handledAt, frames: data.frames?.length ?? 0 });
        if (kept.batches.length > 5_000) kept.batches.shift();
      });
    };
    const { prototype } = MessagePort;
    const start = prototype.start;
    prototype.start = function () {
      follow(this);
      start.call(this);
    };
    const onmessage = Object.getOwnPropertyDescriptor(prototype, 'onmessage');
    Object.defineProperty(prototype, 'onmessage', {
      ...onmessage,
      set(this: MessagePort, handler: unknown) {
        if (handler) follow(this);
        onmessage?.set?.call(this, handler);
      },
    });
    const { prototype: renderer } = ImageBitmapRenderingContext;
    const transfer = renderer.transferFromImageBitmap;
    renderer.transferFromImageBitmap = function (bitmap: ImageBitmap | null) {
      const at = bitmap && ofBitmap.get(bitmap);
      if (at && this.canvas instanceof HTMLCanvasElement) kept.takenAt.set(this.canvas, at);
      transfer.call(this, bitmap);
    };
  });
}

/** Counts the cards of each page from now on; gives out the fewest that any page had for a moment. */
export async function watchFewestCards(pages: readonly Page[]): Promise<() => Promise<number>> {
  for (const page of pages) {
    await page.evaluate(() => {
      const count = () =>
        document.querySelectorAll('ul[aria-label="Devices"] > li:not([data-absent])').length;
      window.fewestCards = count();
      new MutationObserver(() => {
        window.fewestCards = Math.min(window.fewestCards ?? 0, count());
      }).observe(document.body, { childList: true, subtree: true });
    });
  }
  return async () => {
    const counts = await Promise.all(pages.map((page) => page.evaluate(() => window.fewestCards ?? 0)));
    return Math.min(...counts);
  };
}

/** What this page has dealt with since `sinceMs`, epoch. */
export const handledBatches = (page: Page, sinceMs: number): Promise<HandledBatch[]> =>
  page.evaluate(
    (since) => window.keptPictures?.batches.filter(({ handledAt }) => handledAt >= since) ?? [],
    sinceMs,
  );

/** All cards are there, none is marked as stale, and each in view shows a picture that was taken after `sinceMs`. */
async function waitForPictures(page: Page, sinceMs: number, cards: number): Promise<void> {
  try {
    await page.waitForFunction(
      ({ since, count }) => {
        const all = [
          ...document.querySelectorAll<HTMLElement>('ul[aria-label="Devices"] > li:not([data-absent])'),
        ];
        const missing = all.flatMap((card) => {
          const name = card.querySelector('h3')?.textContent ?? card.id;
          if (card.dataset.stale !== undefined) return [`${name}: stale`];
          const { top, bottom, height } = card.getBoundingClientRect();
          const isInView = Math.min(bottom, innerHeight) - Math.max(top, 0) > height * 0.6;
          const canvas = card.querySelector('canvas');
          // A card without a canvas shows that its device is private.
          const takenAt = canvas ? (window.keptPictures?.takenAt.get(canvas) ?? 0) : since + 1;
          return isInView && takenAt <= since ? [`${name}: picture ${since - takenAt} ms too old`] : [];
        });
        window.missingPictures = all.length === count ? missing : [`${all.length} cards`, ...missing];
        return window.missingPictures.length === 0;
      },
      { since: sinceMs, count: cards },
      { polling: 50, timeout: GIVEN_UP_AFTER_MS },
    );
  } catch (error) {
    const missing = await page.evaluate(() => window.missingPictures);
    throw new Error(`Not live on ${page.url()}: ${missing?.join(', ')}`, { cause: error });
  }
}

/** Longer than what is allowed, so that a run that is too slow says by how much. */
const GIVEN_UP_AFTER_MS = 40_000;
const AIM_MS = 5_000;
/** Their interval, and the way from a busy device to the page. */
const PICTURE_AGE_MS = TIMING.groupThumbnailMs + 2_000;
const LIMIT_MS = 10_000;

/** Every page has all its cards, and no picture in view is older than it would be without any fault. */
export async function expectStillLive(pages: readonly Page[], cards: number): Promise<void> {
  const since = Date.now() - PICTURE_AGE_MS;
  await Promise.all(pages.map((page) => waitForPictures(page, since, cards)));
  expect(Date.now() - since, 'a picture that is too old').toBeLessThan(PICTURE_AGE_MS + 1_000);
}

type Recovery = {
  scenario: string;
  /** When the cause ended, epoch ms. */
  endedAt: number;
  /** How many a page must have. */
  cards: number;
  /** For who only missed what went on elsewhere: the pictures of this time will do. Epoch ms. */
  picturesSince?: number;
};

/**
 * Every page has all its cards, and each in view shows a picture that was taken after the cause ended, within 10 s of
 * its end. Prints how long it took.
 */
export async function expectLiveAgain(pages: readonly Page[], recovery: Recovery): Promise<void> {
  const { scenario, endedAt, cards, picturesSince = endedAt } = recovery;
  await Promise.all(pages.map((page) => waitForPictures(page, picturesSince, cards)));
  const ms = Date.now() - endedAt;
  console.log(`live again after ${ms} ms (aim ${AIM_MS}): ${scenario}`);
  expect(ms, `live again: ${scenario}`).toBeLessThan(LIMIT_MS);
}
