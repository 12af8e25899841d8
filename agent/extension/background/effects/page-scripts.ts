/** Runs a content script in every page, those that are open and those that open later, until it ends. */
import { endName } from '../../content/end-name.ts';

export type PageScript = { id: string; file: string; allFrames: boolean };

/** Covers each page while the screen is locked, for windows that the locked screen does not reach. */
export const COVER: PageScript = { id: 'cover', file: 'content/cover.js', allFrames: false };
/** Ignores the keyboard and the pointer in each page. */
export const BLOCKED_INPUTS: PageScript = {
  id: 'blocked-inputs',
  file: 'content/blocked-inputs.js',
  allFrames: true,
};
/** Reports typed text to the worker, which looks for the words of policies. */
export const TYPED_TEXT: PageScript = { id: 'typed-text', file: 'content/typed-text.js', allFrames: true };

export function createPageScript(script: PageScript) {
  const { id, file, allFrames } = script;
  let isOn: boolean | undefined;
  let running: Promise<void> = Promise.resolve();

  const inOpenPages = async (injection: Injection): Promise<void> => {
    const tabs = await chrome.tabs.query({});
    await Promise.all(
      tabs.flatMap(({ id: tabId }) =>
        // The browser's own pages refuse scripts.
        tabId === undefined ? [] : [inTab(tabId, allFrames, injection).catch(() => {})],
      ),
    );
  };

  async function begin(): Promise<void> {
    const known = await chrome.scripting.getRegisteredContentScripts({ ids: [id] });
    if (known.length === 0)
      await chrome.scripting.registerContentScripts([
        {
          id,
          js: [file],
          matches: ['<all_urls>'],
          runAt: 'document_start',
          allFrames,
          matchOriginAsFallback: true,
          persistAcrossSessions: false,
        },
      ]);
    await inOpenPages({ files: [file] });
  }

  async function end(): Promise<void> {
    await chrome.scripting.unregisterContentScripts({ ids: [id] }).catch(() => {});
    await inOpenPages({ func: endScript, args: [endName(id)] });
  }

  return {
    follow(next: boolean): void {
      if (next === isOn) return;
      isOn = next;
      running = running.then(() => (next ? begin() : end())).catch(() => {});
    },
  };
}

type Injection = { files: string[] } | { func: (name: string) => void; args: [string] };

const inTab = (tabId: number, allFrames: boolean, injection: Injection): Promise<unknown> =>
  chrome.scripting.executeScript({ target: { tabId, allFrames }, injectImmediately: true, ...injection });

/** Runs in the page, so it uses nothing of this file. */
function endScript(name: string): void {
  const all = globalThis as unknown as Record<string, (() => void) | undefined>;
  all[name]?.();
  delete all[name];
}
