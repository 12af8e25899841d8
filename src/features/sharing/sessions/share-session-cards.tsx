import { useEffect } from 'react';
import { type ShareEnd, type ShareSession, shareSessions } from '../../../peer/share/share-sessions.ts';
import { lazyPart } from '../../../shell/lazy/lazy-part.tsx';
import { toasts } from '../../../shell/toasts/toasts.ts';
import { useObservable } from '../../../ui/use-observable.ts';
import { m } from './messages.ts';
import { screenText, whomText } from './share-words.ts';

const ShareCardList = lazyPart(async () => (await import('./share-card-list.tsx')).ShareCardList, {
  isAtFoot: true,
});

/** Why a share has ended, where the tutor has not ended it. */
const REASONS: Partial<Record<ShareEnd, string>> = {
  request: m.endedByRequest,
  source: m.endedAtSource,
};

function tellEnd(session: ShareSession, why: ShareEnd): void {
  const text = REASONS[why];
  if (text === undefined) return;
  const title = m.ended({ screen: screenText(session), whom: whomText(session) });
  toasts.show({ type: 'info', title, text, closable: true });
}

/** A card for each share of this tab, over every screen. */
export function ShareSessionCards() {
  const sessions = useObservable(shareSessions);
  useEffect(() => shareSessions.onEnded(tellEnd), []);
  return sessions.length === 0 ? null : <ShareCardList sessions={sessions} />;
}
