/** Notifies the tutor that a share has ended, if the tutor did not end it. */
import type { ShareEnd, ShareSession } from '#peer/share/share-sessions.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { m } from './messages.ts';
import { screenText, whomText } from './share-words.ts';

const REASONS: Partial<Record<ShareEnd, string>> = {
  request: m.endedByRequest,
  source: m.endedAtSource,
};

export function notifyEnd(session: ShareSession, why: ShareEnd): void {
  const text = REASONS[why];
  if (text === undefined) return;
  const title = m.ended({ screen: screenText(session), whom: whomText(session) });
  toasts.show({ type: 'info', title, text, closable: true });
}
