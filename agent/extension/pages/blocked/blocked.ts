/** The page in place of a blocked one: its address, and the policies that block it. */
import { BLOCKED_PORT, type BlockedMessage } from '../../links.ts';
import { m } from '../../messages.ts';

const write = (selector: string, text: string) => {
  const element = document.querySelector(selector);
  if (element) element.textContent = text;
};

function show({ url, policyNames, isAllowed }: BlockedMessage): void {
  write('#address', url ?? '');
  if (isAllowed && url !== undefined) {
    write('h1', m.pageAllowed);
    write('#reason', '');
    if (/^https?:/.test(url)) document.querySelector('#open')?.replaceChildren(linkTo(url));
    return;
  }
  const names = policyNames.filter((name) => name !== '');
  write('#reason', names.length > 0 ? m.blockedBy(names) : m.blockedBySchool);
}

function linkTo(url: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = url;
  link.textContent = m.openPage;
  return link;
}

write('#reason', m.blockedBySchool);
chrome.runtime
  .connect({ name: BLOCKED_PORT })
  .onMessage.addListener((message: BlockedMessage) => show(message));
