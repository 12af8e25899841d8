import { useSnapshot } from 'valtio/react';
import { Button } from '../../ui/button.tsx';
import { IdentityForm } from './identity-form.tsx';
import { m } from './messages.ts';
import {
  AccountLine,
  Actions,
  Links,
  Notice,
  Progress,
  SignInCard,
  TextButton,
  TextLink,
} from './sign-in-card.tsx';
import type { SignUp } from './sign-up.ts';

/** SIGN-15, decision 23. */
export function SignUpPage({ signUp }: { signUp: SignUp }) {
  const { step } = useSnapshot(signUp.state);
  if (step.name === 'identity')
    return (
      <SignInCard title={m.signUpTitle} lead={m.signUpText}>
        <IdentityForm identity={signUp.identity} />
        <Links>
          <TextLink href="/sign-in">{m.toSignIn}</TextLink>
        </Links>
      </SignInCard>
    );
  if (step.name === 'done')
    return (
      <SignInCard title={m.signUpTitle}>
        <Notice kind="success">{m.adminCreated}</Notice>
        <Links>
          <TextLink href={`/sign-in#${new URLSearchParams({ tenant: step.tenantId })}`}>
            {m.toSignIn}
          </TextLink>
        </Links>
      </SignInCard>
    );
  return (
    <SignInCard title={m.signUpTitle} lead={m.signUpText}>
      <AccountLine account={step.account} />
      {step.failure === undefined ? null : <Notice kind="error">{step.failure}</Notice>}
      {step.running ? <Progress text={m.creatingAdmin} /> : null}
      <Actions>
        <Button look="primary" disabled={step.running} onClick={() => void signUp.createAdmin()}>
          {m.createAdmin}
        </Button>
      </Actions>
      <Links>
        <TextButton onClick={signUp.changeAccount}>{m.changeAccount}</TextButton>
      </Links>
    </SignInCard>
  );
}
