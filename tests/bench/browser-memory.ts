/** What a page and its live worker hold, after a collection of garbage in both. */
import { readFile } from 'node:fs/promises';
import type { Browser, CDPSession } from '@playwright/test';

export type MemorySample = {
  /** JavaScript of the tab and of the worker together, in bytes. */
  heap: number;
  /** Of the browser's pages and workers as the system counts it, pictures included; undefined without /proc. */
  processes: number | undefined;
};

/** `page`: the tab's own session. Only one live worker may be running. */
export async function createMemoryMeter(browser: Browser, page: CDPSession) {
  const all = await browser.newBrowserCDPSession();
  const { targetInfos } = await all.send('Target.getTargets');
  const worker = targetInfos.find(
    ({ type, title }) => type === 'shared_worker' && title.startsWith('lectern-live'),
  );
  if (!worker) throw new Error('there is no live worker');
  const { sessionId } = await all.send('Target.attachToTarget', {
    targetId: worker.targetId,
    flatten: false,
  });
  const answers = new Map<number, (result: unknown) => void>();
  let lastId = 0;
  all.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id: number; result: unknown };
    answers.get(id)?.(result);
    answers.delete(id);
  });
  /** Playwright knows no sessions of shared workers, so their commands travel as text. */
  const toWorker = (method: string): Promise<unknown> => {
    lastId += 1;
    const id = lastId;
    const answered = new Promise((resolve) => answers.set(id, resolve));
    return all
      .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
      .then(() => answered);
  };

  return async (): Promise<MemorySample> => {
    await page.send('HeapProfiler.collectGarbage');
    await toWorker('HeapProfiler.collectGarbage');
    const tab = await page.send('Runtime.getHeapUsage');
    const live = (await toWorker('Runtime.getHeapUsage')) as { usedSize: number };
    const { processInfo } = await all.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    const sizes = await Promise.all(renderers.map(({ id }) => proportionalBytes(id)));
    const known = sizes.filter((size) => size !== undefined);
    return {
      heap: tab.usedSize + live.usedSize,
      processes: known.length > 0 ? known.reduce((sum, size) => sum + size, 0) : undefined,
    };
  };
}

/** Memory that processes share is divided among them. */
async function proportionalBytes(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(text)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}
