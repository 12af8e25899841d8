/**
 * Blocks pages before they load, by the browser's own blocker, and shows the extension's page in their place.
 * The rules stay in the browser while the worker, or the whole browser, is stopped.
 */
import { DONE, type Eventually, type Outcome } from '../../../core/outcome.ts';
import type { PageGuard, PageRules } from '../../../core/policies/page-guard.ts';
import { BLOCKED_PAGE } from '../../links.ts';
import { createPageScript, TYPED_TEXT } from '../effects/page-scripts.ts';
import { type NetRule, netRules } from './net-rules.ts';

export function createExtensionPageGuard(): PageGuard {
  const typedText = createPageScript(TYPED_TEXT);
  let newest: PageRules | undefined;
  let updating: Promise<void> = Promise.resolve();

  async function update(rules: PageRules): Promise<void> {
    // Only the newest rules count.
    if (rules !== newest) return;
    const wanted = await supported(netRules(rules));
    const before = await chrome.declarativeNetRequest.getDynamicRules();
    await chrome.declarativeNetRequest.updateDynamicRules({
      removeRuleIds: before.map(({ id }) => id),
      addRules: [...wanted] as chrome.declarativeNetRequest.Rule[],
    });
  }

  return {
    follow(rules) {
      newest = rules;
      typedText.follow(rules.words.length > 0);
      updating = updating.then(() => update(rules)).catch(() => {});
    },
    turnAway: (tabIds): Eventually<Outcome> =>
      Promise.all(tabIds.map((tabId) => turnAway(Number(tabId)))).then(() => DONE),
  };
}

/** Leaves out expressions that need more memory than the browser gives to one. */
async function supported(rules: readonly NetRule[]): Promise<readonly NetRule[]> {
  const checked = await Promise.all(
    rules.map(async ({ condition: { regexFilter } }) => {
      if (regexFilter === undefined) return true;
      const options = { regex: regexFilter, isCaseSensitive: false };
      return (await chrome.declarativeNetRequest.isRegexSupported(options)).isSupported;
    }),
  );
  return rules.filter((_, i) => checked[i]);
}

/** The tab may have closed meanwhile. */
async function turnAway(tabId: number): Promise<void> {
  const tab = await chrome.tabs.get(tabId).catch(() => undefined);
  if (tab === undefined) return;
  const url = `${chrome.runtime.getURL(BLOCKED_PAGE)}?${new URLSearchParams({ url: tab.url ?? '' })}`;
  await chrome.tabs.update(tabId, { url }).catch(() => {});
}
