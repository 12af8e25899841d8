/** What a page and its live worker hold, after a collection of garbage in both. */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession } from '@playwright/test';

const LOOK_EVERY_MS = 250;
const SNAPSHOT_PART = 'HeapProfiler.addHeapSnapshotChunk';
/** Pages give memory back within this time after the browser has asked them to. */
const GIVEN_BACK_MS = 1_000;
/** Without the program itself, whose share changes with every browser that others start or end. */
const DATA = ['Pss_Anon', 'Pss_Shmem'];

export type MemorySample = {
  /** JavaScript of the tab and of the worker together, in bytes. */
  heap: number;
  /** Of the browser's pages and workers as the system counts it, pictures included; undefined without /proc. */
  processes: number | undefined;
};

type SnapshotPart = { chunk: string };

/**
 * Playwright knows no sessions of workers, so their commands travel as text within the session of their page or browser.
 * `onSnapshotPart`: hears the parts of a heap snapshot that was asked for.
 */
function commandsAsText(
  through: CDPSession,
  sessionId: string,
  onSnapshotPart = (_: SnapshotPart) => {},
): (method: string) => Promise<unknown> {
  const answers = new Map<number, (result: unknown) => void>();
  let lastId = 0;
  through.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
    if (from !== sessionId) return;
    const { id, result, method, params } = JSON.parse(message) as {
      id: number;
      result: unknown;
      method?: string;
      params: SnapshotPart;
    };
    if (method === SNAPSHOT_PART) onSnapshotPart(params);
    answers.get(id)?.(result);
    answers.delete(id);
  });
  return (method) => {
    lastId += 1;
    const id = lastId;
    const answered = new Promise((resolve) => answers.set(id, resolve));
    return through
      .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
      .then(() => answered);
  };
}

/** Bytes of what the engine has made of the program: byte code, machine code and what it has learned to make them. */
function codeBytesOf(snapshot: string): number {
  const { snapshot: head, nodes } = JSON.parse(snapshot) as {
    snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
    nodes: number[];
  };
  const { node_fields: fields, node_types: types } = head.meta;
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const code = types[0].indexOf('code');
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length)
    if (nodes[at + typeAt] === code) bytes += nodes[at + sizeAt] ?? 0;
  return bytes;
}

/**
 * `page`: the tab's own session. Only one live worker may be running. Garbage is collected in the other tabs that are open by now
 * as well, as the system counts theirs too.
 */
export async function createMemoryMeter(browser: Browser, page: CDPSession) {
  const all = await browser.newBrowserCDPSession();
  const tabs = await Promise.all(
    browser
      .contexts()
      .flatMap((context) => context.pages())
      .map((each) => each.context().newCDPSession(each)),
  );
  const { targetInfos } = await all.send('Target.getTargets');
  const worker = targetInfos.find(
    ({ type, title }) => type === 'shared_worker' && title.startsWith('lectern-live'),
  );
  if (!worker) throw new Error('there is no live worker');
  const { sessionId } = await all.send('Target.attachToTarget', {
    targetId: worker.targetId,
    flatten: false,
  });
  let parts: string[] = [];
  const keepPart = ({ chunk }: SnapshotPart) => void parts.push(chunk);
  page.on(SNAPSHOT_PART, keepPart);
  const toWorker = commandsAsText(all, sessionId, keepPart);
  const toTab = (method: Parameters<typeof page.send>[0]) => page.send(method);

  async function codeOf(send: typeof toTab | typeof toWorker): Promise<number> {
    parts = [];
    await send('HeapProfiler.enable');
    await send('HeapProfiler.takeHeapSnapshot');
    // What the engine keeps to compare snapshots goes with it.
    await send('HeapProfiler.disable');
    return codeBytesOf(parts.join(''));
  }

  return {
    async sample(): Promise<MemorySample> {
      for (const each of tabs) await each.send('HeapProfiler.collectGarbage');
      await toWorker('HeapProfiler.collectGarbage');
      const tab = await page.send('Runtime.getHeapUsage');
      const live = (await toWorker('Runtime.getHeapUsage')) as { usedSize: number };
      return { heap: tab.usedSize + live.usedSize, processes: await rendererBytes(all, ['Pss']) };
    },
    /** How much of `heap` is code, in bytes. It stops the tab and the worker for seconds. */
    code: async (): Promise<number> => (await codeOf(toTab)) + (await codeOf(toWorker)),
  };
}

/** Of all pages and workers of the browser, as the system counts it; undefined without /proc. */
async function rendererBytes(browser: CDPSession, kinds: readonly string[]): Promise<number | undefined> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const sizes = await Promise.all(renderers.map(({ id }) => proportionalBytes(id, kinds)));
  const known = sizes.filter((size) => size !== undefined);
  return known.length > 0 ? known.reduce((sum, size) => sum + size, 0) : undefined;
}

/** What the browser's pages and workers hold now, without the program itself. Not a number without /proc. */
export async function dataBytes(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession();
  try {
    return (await rendererBytes(devtools, DATA)) ?? Number.NaN;
  } finally {
    await devtools.detach();
  }
}

/** Bytes of JavaScript that are in use, buffers aside. */
export type HeapSizes = { tab: number; workers: number };

/**
 * Returns what collects the garbage of a page and of its own workers, gives freed memory back to the system, and says what is
 * still in use.
 */
export async function createCollector(page: CDPSession): Promise<() => Promise<HeapSizes>> {
  const workers = new Map<string, (method: string) => Promise<unknown>>();
  page.on('Target.attachedToTarget', ({ sessionId, targetInfo: { type } }) => {
    if (type === 'worker') workers.set(sessionId, commandsAsText(page, sessionId));
  });
  page.on('Target.detachedFromTarget', ({ sessionId }) => workers.delete(sessionId));
  await page.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  return async () => {
    await page.send('HeapProfiler.collectGarbage');
    for (const send of workers.values()) await send('HeapProfiler.collectGarbage');
    await page.send('Memory.simulatePressureNotification', { level: 'critical' });
    await pause(GIVEN_BACK_MS);
    const tab = (await page.send('Runtime.getHeapUsage')).usedSize;
    let inWorkers = 0;
    for (const send of workers.values())
      inWorkers += ((await send('Runtime.getHeapUsage')) as { usedSize: number }).usedSize;
    return { tab, workers: inWorkers };
  };
}

/**
 * How many bytes the browser's pages and workers grow by at most while `during` runs, buffers and what the browser
 * itself keeps for them included. Garbage counts until it is collected. Not a number without /proc.
 */
export async function peakGrowth(browser: Browser, during: () => Promise<unknown>): Promise<number> {
  const devtools = await browser.newBrowserCDPSession();
  const before = (await rendererBytes(devtools, DATA)) ?? Number.NaN;
  let peak = before;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      peak = Math.max(peak, (await rendererBytes(devtools, DATA)) ?? Number.NaN);
      await pause(LOOK_EVERY_MS);
    }
  })();
  try {
    await during();
  } finally {
    isOver = true;
    await looking;
    await devtools.detach();
  }
  return peak - before;
}

/** Memory that processes share is divided among them. */
async function proportionalBytes(pid: number, kinds: readonly string[]): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const sizes = kinds.map((kind) => new RegExp(`^${kind}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]);
  if (sizes.includes(undefined)) return undefined;
  return sizes.reduce((sum, kilobytes) => sum + Number(kilobytes) * 1024, 0);
}
