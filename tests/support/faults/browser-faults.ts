/** What breaks inside a browser: its workers end, its tabs crash or stand still. Chromium's own protocol does it. */
import type { Browser, BrowserContext, Page } from '@playwright/test';

/** Ends the live workers that tabs of this context share, as Chromium does when it runs out of memory. */
export async function endSharedWorkers(browser: Browser, page: Page): Promise<void> {
  const ids = await liveWorkerIds(browser, page);
  if (ids.length === 0) throw new Error('no live worker is shared');
  const session = await browser.newBrowserCDPSession();
  for (const targetId of ids) await session.send('Target.closeTarget', { targetId });
  await session.detach();
}

/** Chromium's names of the live workers that tabs of this page's context share. */
export async function liveWorkerIds(browser: Browser, page: Page): Promise<string[]> {
  const [all, own] = await Promise.all([browser.newBrowserCDPSession(), page.context().newCDPSession(page)]);
  const { targetInfo: self } = await own.send('Target.getTargetInfo');
  const { targetInfos } = await all.send('Target.getTargets');
  await Promise.all([all.detach(), own.detach()]);
  return targetInfos
    .filter(
      ({ type, title, browserContextId }) =>
        type === 'shared_worker' &&
        title.startsWith('lectern-live-') &&
        browserContextId === self.browserContextId,
    )
    .map(({ targetId }) => targetId);
}

/** Ends the live worker of one tab that has its own. */
export async function endDedicatedWorker(page: Page): Promise<void> {
  const [worker] = page.workers();
  if (!worker) throw new Error('the tab has no worker of its own');
  const closed = worker.waitForEvent('close');
  // The worker is gone before it can answer.
  worker.evaluate(() => self.close()).catch(() => {});
  await closed;
}

/** Resolves when the tab has crashed: nothing of it could say goodbye. */
export async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  // Nobody is left to answer.
  session.send('Page.crash').catch(() => {});
  await crashed;
}

/** The whole browser stands still, as on a laptop that was closed. Gives out what wakes it. Nothing answers meanwhile. */
export async function putToSleep(browser: Browser): Promise<() => void> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const ids = processInfo.map(({ id }) => id);
  for (const id of ids) process.kill(id, 'SIGSTOP');
  return () => {
    for (const id of ids) process.kill(id, 'SIGCONT');
  };
}

/** The tab stands still between two steps of its code, as a suspended one does. Gives out what lets it go on. */
export async function suspend(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(page);
  await session.send('Debugger.enable');
  const paused = new Promise<void>((resolve) => session.once('Debugger.paused', () => resolve()));
  await session.send('Debugger.pause');
  await paused;
  return async () => {
    await session.send('Debugger.resume');
    await session.detach();
  };
}
