import { useEffect, useState } from 'react';
import { TIMING } from '#domain/timing.ts';
import type { ConsentAnswer } from '#protocol/rest/integration.ts';
import { m } from './messages.ts';
import { Notice, SignInCard } from './sign-in-card.tsx';

/** The page that a window of a consent comes back to. What came of it is said by the console; the window closes itself. */
export function ConsentReturnPage(props: { answer: ConsentAnswer | undefined; closeWindow: () => void }) {
  const { answer, closeWindow } = props;
  const [isStillOpen, setStillOpen] = useState(false);
  useEffect(() => {
    if (!answer) return;
    const timer = setTimeout(() => {
      closeWindow();
      // Only windows that a script opened may be closed by one.
      setStillOpen(true);
    }, TIMING.redirectCloseMs);
    return () => clearTimeout(timer);
  }, [answer, closeWindow]);
  if (!answer)
    return (
      <SignInCard title={m.consentTitle}>
        <Notice kind="error">{m.unknownConsent}</Notice>
      </SignInCard>
    );
  const text = answer.error === undefined ? m.consentComes : m.consentDenied;
  return (
    <SignInCard title={m.consentTitle}>
      <Notice kind={answer.error === undefined ? 'success' : 'info'}>
        {isStillOpen ? m.closeYourself : text}
      </Notice>
    </SignInCard>
  );
}
