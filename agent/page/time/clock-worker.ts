/** A worker's timers are not slowed down when its page is hidden. */
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
