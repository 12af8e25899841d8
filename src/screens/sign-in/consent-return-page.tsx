import { useEffect, useState } from 'react';
import { TIMING } from '#domain/timing.ts';
import type { ConsentAnswer } from '#protocol/rest/integration.ts';
import { m } from './messages.ts';
import { Notice, SignInCard } from './sign-in-card.tsx';

/** Landing page of the consent window. The console shows the result, and this window closes itself. */
export function ConsentReturnPage(props: { answer: ConsentAnswer | undefined; closeWindow: () => void }) {
  const { answer, closeWindow } = props;
  const [isStillOpen, setStillOpen] = useState(false);
  useEffect(() => {
    if (!answer) return;
    const timer = setTimeout(() => {
      closeWindow();
      // Browsers let a script close only windows that a script opened.
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
