import { mdiGoogle, mdiMicrosoft } from '@mdi/js';
import { useId } from 'react';
import { useSnapshot } from 'valtio/react';
import type { IdentityProviderName } from '#protocol/auth/tenant-configuration.ts';
import { Button } from '#ui/button.tsx';
import type { Account } from './id-token.ts';
import styles from './identity-form.module.css';
import type { IdentityFailure, IdentityProgress, IdentitySignIn } from './identity-sign-in.ts';
import { m } from './messages.ts';
import { Actions, Notice, Progress, TextLink } from './sign-in-card.tsx';

const PROVIDERS: readonly { name: IdentityProviderName; icon: string }[] = [
  { name: 'google', icon: mdiGoogle },
  { name: 'microsoft', icon: mdiMicrosoft },
];

/** Tenant field and provider buttons. `account`: a signed-in account, offered to continue with. */
export function IdentityForm(props: {
  identity: IdentitySignIn;
  account?: Account | undefined;
  tenantFixed?: boolean;
}) {
  const { identity, account } = props;
  const { tenantId, progress, failure } = useSnapshot(identity.state);
  const fieldId = useId();
  const enabled = tenantId.trim() !== '';
  return (
    <div className={styles.form}>
      {props.tenantFixed ? null : (
        <div className={styles.field}>
          <label htmlFor={fieldId} className={styles.label}>
            {m.tenantLabel}
          </label>
          <input
            id={fieldId}
            className={styles.input}
            value={tenantId}
            onChange={(event) => identity.setTenantId(event.currentTarget.value)}
            aria-describedby={`${fieldId}-hint`}
            aria-invalid={failure?.name === 'invalid-tenant'}
            autoCapitalize="none"
            autoComplete="organization"
            spellCheck={false}
            maxLength={100}
          />
          <span id={`${fieldId}-hint`} className={styles.hint}>
            {m.tenantHint}
          </span>
        </div>
      )}
      {failure ? <Notice kind="error">{failureText(failure)}</Notice> : null}
      <Actions>
        {account ? (
          <Button look="primary" disabled={!enabled} onClick={() => void identity.continueWithAccount()}>
            {m.continueAs({ account: account.name || account.email })}
          </Button>
        ) : null}
        {PROVIDERS.map(({ name, icon }) => (
          <Button key={name} icon={icon} disabled={!enabled} onClick={() => void identity.signInWith(name)}>
            {m.signInWith({ provider: name })}
          </Button>
        ))}
      </Actions>
      <IdentityProgressLine progress={progress} />
    </div>
  );
}

function IdentityProgressLine({ progress }: { progress: IdentityProgress }) {
  if (progress.name === 'idle') return null;
  if (progress.name === 'opening') return <Progress text={m.waiting(progress)} />;
  if (progress.blockedUrl !== undefined)
    return (
      <Notice kind="error">
        {m.popupBlocked}{' '}
        <TextLink href={progress.blockedUrl} newWindow>
          {m.openWindow}
        </TextLink>
      </Notice>
    );
  if (progress.spinning) return <Progress text={m.waiting(progress)} />;
  return <Notice kind="info">{m.stillWaiting}</Notice>;
}

function failureText(failure: IdentityFailure): string {
  switch (failure.name) {
    case 'invalid-tenant':
      return m.invalidTenant;
    case 'configuration':
      return m.tenantConfiguration;
    case 'no-provider':
      return m.noProvider(failure);
    case 'refused':
      return failure.text;
  }
}
