/** What a lock needs: an address in URL mode; a message and the current tab need nothing. */

import { isBlankHtml, safeHtml } from '../../../ui/rich-text/safe-html.ts';
import { readPageAddress } from '../page-address.ts';
import type { Remembered } from '../remembered.ts';
import type { LockScreen } from './lock-sending.ts';
import { m } from './messages.ts';

/** `content`: as the editor wrote it. */
export type LockForm = Remembered<'lock'>;

export const EMPTY_LOCK: LockForm = { mode: 'message', url: '', content: '' };

/** The limit of the devices. */
const MAX_CONTENT = 20_000;

/** What is sent, and what the preview shows: the same string. Nothing where there is nothing to read. */
export function lockContent(written: string): string {
  if (written === '') return '';
  const safe = safeHtml(written);
  return isBlankHtml(safe) ? '' : safe;
}

/** What to lock with, or what is wrong with the field of the mode. */
export function readLock(form: LockForm): { what: LockScreen } | { error: string } {
  if (form.mode === 'currentTab') return { what: { currentTab: true } };
  if (form.mode === 'message') {
    const content = lockContent(form.content);
    return content.length > MAX_CONTENT ? { error: m.textTooLong } : { what: { content } };
  }
  const read = readPageAddress(form.url);
  return 'error' in read ? read : { what: read };
}
