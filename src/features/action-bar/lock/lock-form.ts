/** The input of a lock: URL mode requires an address; a message and the current tab require nothing. */

import { isBlankHtml, safeHtml } from '#ui/rich-text/safe-html.ts';
import { readPageAddress } from '../page-address.ts';
import type { Remembered } from '../remembered.ts';
import type { LockScreen } from './lock-sending.ts';
import { m } from './messages.ts';

/** `content`: the HTML that the editor produced. */
export type LockForm = Remembered<'lock'>;

export const EMPTY_LOCK: LockForm = { mode: 'message', url: '', content: '' };

/** The limit of the devices. */
const MAX_CONTENT = 20_000;

/** The string that is sent and previewed. Empty if there is no visible text. */
export function lockContent(written: string): string {
  if (written === '') return '';
  const safe = safeHtml(written);
  return isBlankHtml(safe) ? '' : safe;
}

/** Returns the parsed form, or the error of the field that the mode requires. */
export function readLock(form: LockForm): { what: LockScreen } | { error: string } {
  if (form.mode === 'currentTab') return { what: { currentTab: true } };
  if (form.mode === 'message') {
    const content = lockContent(form.content);
    return content.length > MAX_CONTENT ? { error: m.textTooLong } : { what: { content } };
  }
  const read = readPageAddress(form.url);
  return 'error' in read ? read : { what: read };
}
