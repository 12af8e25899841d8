import { useId } from 'react';
import { useSnapshot } from 'valtio/react';
import { Button, ButtonLink } from '#ui/button.tsx';
import type { Account } from './id-token.ts';
import styles from './identity-form.module.css';
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

/**
 * The page on which the first administrator of a tenant signs up with a set-up code. `account`: an account
 * that is already signed in here.
 */
export function SignUpPage({ signUp, account }: { signUp: SignUp; account?: () => Account | undefined }) {
  const { step, setUpCode } = useSnapshot(signUp.state);
  const fieldId = useId();
  if (step.name === 'identity')
    return (
      <SignInCard title={m.signUpTitle} lead={m.signUpText}>
        <IdentityForm identity={signUp.identity} account={account?.()} />
        <Links>
          <TextLink href="/sign-in">{m.toSignIn}</TextLink>
        </Links>
      </SignInCard>
    );
  if (step.name === 'done')
    return (
      <SignInCard title={m.signUpTitle}>
        <Notice kind="success">{m.adminCreated}</Notice>
        <Actions>
          <ButtonLink href={`/sign-in#${new URLSearchParams({ tenant: step.tenantId })}`}>
            {m.toSignIn}
          </ButtonLink>
        </Actions>
      </SignInCard>
    );
  return (
    <SignInCard title={m.signUpTitle} lead={m.signUpText}>
      <AccountLine account={step.account} />
      <div className={styles.field}>
        <label htmlFor={fieldId} className={styles.label}>
          {m.setUpCodeLabel}
        </label>
        <input
          id={fieldId}
          className={styles.input}
          value={setUpCode}
          onChange={(event) => signUp.setSetUpCode(event.currentTarget.value)}
          aria-describedby={`${fieldId}-hint`}
          autoCapitalize="characters"
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={64}
        />
        <span id={`${fieldId}-hint`} className={styles.hint}>
          {m.setUpCodeHint}
        </span>
      </div>
      {step.failure === undefined ? null : <Notice kind="error">{step.failure}</Notice>}
      {step.running ? <Progress text={m.creatingAdmin} /> : null}
      <Actions>
        <Button
          look="primary"
          disabled={step.running || setUpCode.trim() === ''}
          onClick={() => void signUp.createAdmin()}
        >
          {m.createAdmin}
        </Button>
      </Actions>
      <Links>
        <TextButton onClick={signUp.changeAccount}>{m.changeAccount}</TextButton>
        <TextLink href="/sign-in">{m.toSignIn}</TextLink>
      </Links>
    </SignInCard>
  );
}
