import { endName } from './end-name.ts';

/** Starts a content script once in a document, and stores the function with which the worker ends it. */
export function begin(scriptId: string, start: () => () => void): void {
  const all = globalThis as unknown as Record<string, (() => void) | undefined>;
  // The browser may run a script twice: as a page opens, and by the worker in all open pages.
  all[endName(scriptId)] ??= start();
}
