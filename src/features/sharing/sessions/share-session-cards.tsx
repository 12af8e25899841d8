import { useEffect } from 'react';
import { type ShareEnd, type ShareSession, shareSessions } from '#peer/share/share-sessions.ts';
import { lazyPart } from '#shell/lazy/lazy-part.tsx';
import { useObservable } from '#ui/use-observable.ts';

const ShareCardList = lazyPart(async () => (await import('./share-card-list.tsx')).ShareCardList, {
  isAtFoot: true,
});

/** The words are loaded with the first end, because most tabs share nothing. */
const onEnd = (session: ShareSession, why: ShareEnd): void =>
  void import('./notify-end.ts')
    .then(({ notifyEnd }) => notifyEnd(session, why))
    .catch((error: unknown) => console.warn('the end of a share', error));

/** A card for each share of this tab, on every screen. */
export function ShareSessionCards() {
  const sessions = useObservable(shareSessions);
  useEffect(() => shareSessions.onEnded(onEnd), []);
  return sessions.length === 0 ? null : <ShareCardList sessions={sessions} />;
}
