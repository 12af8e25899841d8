/** In the page of the console: times what a person sees of a list of the site. Bundled and put into the page. */

export type ListTimes = { firstRowMs: number; allRowsMs: number };

export type ListProbe = {
  /** When no answer has come and no long task has run for so many milliseconds. */
  rested(ms: number): Promise<void>;
  /** From the press of the link to the first row that was painted, and to the whole list. */
  open(link: string): Promise<ListTimes>;
  /** From the input of a search to the result that was painted, in milliseconds. */
  filter(text: string): Promise<number>;
  /** Milliseconds between frames while nothing happens, or while the page is scrolled. */
  frames(isScrolling: boolean, ms: number): Promise<number[]>;
  /** The longest task of the main thread since the last call, in milliseconds; 0: none was longer than 50. */
  longestTaskMs(): number;
};

/** As a static server and `fetch` alone would have it: the pages of a list, one after the other, parsed. */
export type BareTimes = { firstPageMs: number; allPagesMs: number; rows: number; names: string[] };

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** After the next frame was painted. */
async function painted(): Promise<void> {
  await nextFrame();
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(undefined);
  });
}

function when(isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (isSo()) return resolve();
    const observer = new MutationObserver(() => {
      if (!isSo()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

const rows = () => document.querySelectorAll('[role="rowheader"]');
const isComing = () =>
  document.querySelector('main [role="status"]')?.textContent?.includes('so far') === true;

let longest = 0;
let busyUntil = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
}).observe({ type: 'longtask', buffered: true });
for (const type of ['longtask', 'resource'])
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      busyUntil = Math.max(busyUntil, startTime + duration);
  }).observe({ type, buffered: true });

const probe: ListProbe = {
  async rested(ms) {
    while (performance.now() < busyUntil + ms) await nextFrame();
  },

  async open(link) {
    const from = performance.now();
    document.querySelector<HTMLElement>(`nav a[href="${link}"]`)?.click();
    await when(() => rows().length > 0);
    await painted();
    const firstRowMs = performance.now() - from;
    await when(() => !isComing());
    await painted();
    return { firstRowMs, allRowsMs: performance.now() - from };
  },

  async filter(text) {
    const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
    if (!field) throw new Error('there is no search');
    const shown = () => [...rows()].map((row) => row.textContent).join('\n');
    const before = shown();
    await nextFrame();
    const from = performance.now();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await when(() => shown() !== before);
    await painted();
    return performance.now() - from;
  },

  async frames(isScrolling, ms) {
    const scroller = [...document.querySelectorAll<HTMLElement>('main, main *')].find(
      (each) => each.scrollHeight > each.clientHeight + 40 && getComputedStyle(each).overflowY !== 'visible',
    );
    const intervals: number[] = [];
    let last = await nextFrame();
    for (const end = last + ms; last < end; ) {
      if (isScrolling) (scroller ?? document.documentElement).scrollTop = 200 + 200 * Math.sin(last / 200);
      const now = await nextFrame();
      intervals.push(now - last);
      last = now;
    }
    return intervals;
  },

  longestTaskMs() {
    const now = longest;
    longest = 0;
    return now;
  },
};

(globalThis as unknown as { lecternBench: ListProbe }).lecternBench = probe;
