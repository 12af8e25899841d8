/** Timers for a page that may be hidden. Receives orders, and posts the id of each timer that has elapsed. */
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
