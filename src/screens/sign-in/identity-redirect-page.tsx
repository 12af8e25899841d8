import { useEffect, useState } from 'react';
import { TIMING } from '#domain/timing.ts';
import type { AnswerOutcome } from './identity-answer.ts';
import { m } from './messages.ts';
import { Links, Notice, Progress, SignInCard, TextLink } from './sign-in-card.tsx';

/** Landing page of the identity provider's window. It closes itself after 2 s. */
export function IdentityRedirectPage(props: { answer: Promise<AnswerOutcome>; closeWindow: () => void }) {
  const { answer, closeWindow } = props;
  const [outcome, setOutcome] = useState<AnswerOutcome>();
  const [stillOpen, setStillOpen] = useState(false);
  const accepted = outcome?.name === 'accepted';
  useEffect(() => void answer.then(setOutcome), [answer]);
  useEffect(() => {
    if (!accepted) return;
    const timer = setTimeout(() => {
      closeWindow();
      // Browsers let a script close only windows that a script opened.
      setStillOpen(true);
    }, TIMING.redirectCloseMs);
    return () => clearTimeout(timer);
  }, [accepted, closeWindow]);
  if (!outcome)
    return (
      <SignInCard title={m.completing}>
        <Progress text={m.completing} />
      </SignInCard>
    );
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
