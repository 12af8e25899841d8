import { useEffect, useState } from 'react';
import { TIMING } from '#domain/timing.ts';
import type { AnswerOutcome } from './identity-answer.ts';
import { m } from './messages.ts';
import { Links, Notice, SignInCard, TextLink } from './sign-in-card.tsx';

/** The identity provider's window comes back to here and closes itself after 2 s (SIGN-13, SIGN-14, decision 19). */
export function IdentityRedirectPage(props: { outcome: AnswerOutcome; closeWindow: () => void }) {
  const { outcome, closeWindow } = props;
  const [stillOpen, setStillOpen] = useState(false);
  const accepted = outcome.name === 'accepted';
  useEffect(() => {
    if (!accepted) return;
    const timer = setTimeout(() => {
      closeWindow();
      // Only windows that a script opened may be closed by one.
      setStillOpen(true);
    }, TIMING.redirectCloseMs);
    return () => clearTimeout(timer);
  }, [accepted, closeWindow]);
  if (outcome.name === 'accepted')
    return (
      <SignInCard title={m.completing}>
        <Notice kind="success">{stillOpen ? m.closeYourself : m.signedIn}</Notice>
      </SignInCard>
    );
  return (
    <SignInCard title={m.notCompleted}>
      <Notice kind="error">{outcome.text}</Notice>
      <Links>
        <TextLink href="/sign-in">{m.toSignIn}</TextLink>
      </Links>
    </SignInCard>
  );
}
