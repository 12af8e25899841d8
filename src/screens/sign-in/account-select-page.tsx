import { useSnapshot } from 'valtio/react';
import { Button } from '#ui/button.tsx';
import type { AccountSelect } from './account-select.ts';
import { IdentityForm } from './identity-form.tsx';
import { m } from './messages.ts';
import { AccountLine, Actions, Progress, SignInCard } from './sign-in-card.tsx';

/** Lets a super admin choose the account. */
export function AccountSelectPage({ accountSelect }: { accountSelect: AccountSelect }) {
  const { step } = useSnapshot(accountSelect.state);
  if (step.name === 'checking')
    return (
      <SignInCard title={m.accountTitle}>
        <Progress text={m.checkingAccount} />
      </SignInCard>
    );
  return (
    <SignInCard title={m.accountTitle} lead={m.accountText}>
      <AccountLine account={step.account} />
      <Actions>
        <Button look="primary" onClick={accountSelect.continue}>
          {m.continue}
        </Button>
      </Actions>
      <IdentityForm identity={accountSelect.identity} tenantFixed />
    </SignInCard>
  );
}
