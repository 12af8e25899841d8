/** Looks into a live worker that tabs share: how much it holds and how many timers it runs. */
import type { Browser, CDPSession, Page } from '@playwright/test';
import { liveWorkerIds } from '../faults/browser-faults.ts';

export type WorkerInspector = {
  /** After a garbage collection. */
  heapBytes(): Promise<number>;
  /** That were begun since the inspector looks and have neither come nor been stopped. */
  timers(): Promise<number>;
  close(): Promise<void>;
};

type Answer = { id?: number; result?: Record<string, unknown>; error?: { message: string } };

/** Timers are counted from now on. */
export async function inspectLiveWorker(browser: Browser, page: Page): Promise<WorkerInspector> {
  const [targetId] = await liveWorkerIds(browser, page);
  if (targetId === undefined) throw new Error('no live worker is shared');
  const session = await browser.newBrowserCDPSession();
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  const ask = createAsk(session, sessionId);
  await ask('Runtime.enable');
  await ask('Runtime.evaluate', { expression: COUNT_TIMERS });
  return {
    async heapBytes() {
      await ask('HeapProfiler.collectGarbage');
      const { usedSize } = await ask('Runtime.getHeapUsage');
      return Number(usedSize);
    },
    async timers() {
      const { result } = await ask('Runtime.evaluate', { expression: 'self.countedTimers.size' });
      return Number((result as { value: number }).value);
    },
    close: () => session.detach(),
  };
}

/** A worker is no page: what is said to it travels inside messages of the browser's session. */
function createAsk(session: CDPSession, sessionId: string) {
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  session.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
    const answer = JSON.parse(message) as Answer;
    if (from === sessionId && answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  return async (method: string, params: object = {}): Promise<Record<string, unknown>> => {
    lastId += 1;
    const id = lastId;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
    const { result, error } = await answered;
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  };
}

const COUNT_TIMERS = `(() => {
  const counted = new Set();
  self.countedTimers = counted;
  const { setTimeout, setInterval, clearTimeout, clearInterval } = self;
  self.setTimeout = (call, ms, ...args) => {
    const id = setTimeout(() => { counted.delete(id); call(...args); }, ms);
    counted.add(id);
    return id;
  };
  self.setInterval = (...args) => { const id = setInterval(...args); counted.add(id); return id; };
  self.clearTimeout = (id) => { counted.delete(id); clearTimeout(id); };
  self.clearInterval = (id) => { counted.delete(id); clearInterval(id); };
})()`;
