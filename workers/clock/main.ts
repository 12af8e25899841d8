/** Timers for a page that may be hidden: orders come in, and the id of a timer that has run down goes out. */
import type { ClockOrder } from '#protocol/threads/hidden-clock.ts';

const timers = new Map<number, ReturnType<typeof setTimeout>>();

globalThis.addEventListener('message', ({ data }: MessageEvent<ClockOrder>) => {
  const { id, delayMs } = data;
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (delayMs === undefined) return;
  const ring = () => {
    timers.delete(id);
    globalThis.postMessage(id);
  };
  timers.set(id, setTimeout(ring, delayMs));
});
