/** Returns the content of a locked screen: an address, the current tab, or a text. */
import type { Lock } from '../device-state.ts';
import { richText } from '../rich-text/html-text.ts';
import { wordsOf } from '../rich-text/rich-text.ts';

export function lockOf(wanted: {
  url?: string | undefined;
  currentTab?: boolean | undefined;
  /** Rich text as HTML. */
  content?: string | undefined;
}): Lock {
  if (wanted.url !== undefined) return { name: 'address', url: wanted.url };
  if (wanted.currentTab) return { name: 'current-tab' };
  const blocks = richText(wanted.content ?? '');
  return { name: 'message', text: wordsOf(blocks), blocks };
}
