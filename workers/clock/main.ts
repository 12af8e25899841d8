/**
 * Timers for a page that may be hidden: browsers let a page's own ones run once a second then, and later once a minute.
 * In comes `{id, delayMs}`, or `{id}` to cancel; out goes the id of a timer that has run down.
 */
const timers = new Map<number, ReturnType<typeof setTimeout>>();

globalThis.addEventListener('message', ({ data }: MessageEvent<{ id: number; delayMs?: number }>) => {
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
