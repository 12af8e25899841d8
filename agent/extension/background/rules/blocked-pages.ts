/** Answers the extension's page that appears in place of a blocked one: which page it was, and who blocks it. */
import type { NoticedPage, PolicyName } from '../../../core/policies/page-guard.ts';
import { BLOCKED_PORT, type BlockedMessage } from '../../links.ts';

/** Addresses of tabs that are closed are dropped beyond this number, the oldest first. */
const MAX_TABS = 200;

export function serveBlockedPages(deps: {
  /** Reports the page, and returns the policies that block it. Undefined while there is no device. */
  pageBlocked: (page: NoticedPage) => readonly PolicyName[] | undefined;
}): void {
  /** The address that each tab opened last, by tab. The browser's blocker does not pass it on. */
  const opened = new Map<number, string>();

  chrome.webNavigation.onBeforeNavigate.addListener(
    ({ tabId, frameId, url }) => {
      if (frameId !== 0) return;
      opened.delete(tabId);
      opened.set(tabId, url);
      const [oldest] = opened.keys();
      if (opened.size > MAX_TABS && oldest !== undefined) opened.delete(oldest);
    },
    { url: [{ schemes: ['http', 'https'] }] },
  );

  chrome.runtime.onConnect.addListener((port) => {
    const tab = port.sender?.tab;
    if (port.name !== BLOCKED_PORT || tab?.id === undefined) return;
    const asked = new URL(port.sender?.url ?? tab.url ?? '');
    const url = asked.searchParams.get('url') ?? opened.get(tab.id);
    const policies = url === undefined ? undefined : deps.pageBlocked({ url });
    const message: BlockedMessage = {
      ...(url !== undefined && { url }),
      policyNames: (policies ?? []).map(({ policyName }) => policyName),
      isAllowed: url !== undefined && policies?.length === 0,
    };
    port.postMessage(message);
  });
}
