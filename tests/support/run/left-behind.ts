/**
 * Follows what a file of tests begins in a page that files share, so that none of it goes on in the next file: its
 * listeners on the window, those of our own modules on the document, and our own timers. Libraries are loaded once for
 * all files; what they began on the document and by timers must go on.
 */
export type LeftBehind = {
  /** Ends what still goes on, and follows no more. */
  end(): void;
};

export function followLeftBehind(): LeftBehind {
  const ends = [
    followListeners(globalThis, () => true),
    followListeners(document, isCalledByUs),
    followTimers('setTimeout', 'clearTimeout'),
    followTimers('setInterval', 'clearInterval'),
  ];
  return {
    end() {
      for (const end of ends) end();
    },
  };
}

/** Whether the caller of the function that asks is our own code. */
const isCalledByUs = (): boolean => !new Error().stack?.split('\n')[3]?.includes('/node_modules/');

function followListeners(target: EventTarget, isFollowed: () => boolean): () => void {
  const listen = target.addEventListener;
  const listeners: Parameters<typeof listen>[] = [];
  target.addEventListener = (...listener: Parameters<typeof listen>) => {
    if (isFollowed()) listeners.push(listener);
    listen.apply(target, listener);
  };
  return () => {
    target.addEventListener = listen;
    for (const [type, listener, options] of listeners) target.removeEventListener(type, listener, options);
  };
}

type Begin = (...args: unknown[]) => unknown;

function followTimers(
  begin: 'setTimeout' | 'setInterval',
  stop: 'clearTimeout' | 'clearInterval',
): () => void {
  const realm = globalThis as unknown as Record<string, Begin>;
  const beginReal = realm[begin] as Begin;
  const stopReal = realm[stop] as Begin;
  const timers = new Set<unknown>();
  realm[begin] = (...args) => {
    const timer = beginReal(...args);
    if (isCalledByUs()) timers.add(timer);
    return timer;
  };
  return () => {
    realm[begin] = beginReal;
    for (const timer of timers) stopReal(timer);
  };
}
