import { useSnapshot } from 'valtio/react';
import type { SessionEndReason } from '#protocol/auth/session-end.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import type { Account } from './id-token.ts';
import { IdentityForm } from './identity-form.tsx';
import type { Login, LoginStep } from './login.ts';
import { m } from './messages.ts';
import { AccountLine, Actions, Links, Notice, Progress, SignInCard, TextButton } from './sign-in-card.tsx';
import { SiteSelector } from './site-selector.tsx';
import type { SitesRequest } from './sites-request.ts';

/**
 * The page for each step of a login. `account` is read when the identity step is shown. `ended`: why the
 * previous session ended, unless the user ended it in their console.
 */
export function LoginPage(props: {
  login: Login;
  account: () => Account | undefined;
  ended?: SessionEndReason | undefined;
}) {
  const { login, ended } = props;
  const { step } = useSnapshot(login.state);
  if (step.name === 'identity')
    return (
      <SignInCard title={m.signInTitle}>
        {ended === undefined ? null : <Notice kind="info">{m.ended[ended]}</Notice>}
        <IdentityForm identity={login.identity} account={props.account()} />
      </SignInCard>
    );
  if (step.name === 'starting')
    return (
      <SignInCard title={m.siteTitle}>
        <Progress text={m.loadingSites} />
      </SignInCard>
    );
  if (step.name === 'leaving')
    return (
      <SignInCard title={m.signInTitle}>
        <Progress text={m.loggingIn} />
      </SignInCard>
    );
  return (
    <SignInCard title={m.siteTitle}>
      <AccountLine account={step.account} />
      <SitesArea login={login} step={step as Extract<LoginStep, { name: 'sites' }>} />
      <Links>
        <TextButton onClick={login.changeTenant}>{m.changeTenant}</TextButton>
        <TextButton onClick={login.changeAccount}>{m.changeAccount}</TextButton>
      </Links>
    </SignInCard>
  );
}

function SitesArea(props: { login: Login; step: Extract<LoginStep, { name: 'sites' }> }) {
  const { login, step } = props;
  const { sites } = step;
  if (sites.name === 'loading') return <Progress text={m.loadingSites} />;
  if (sites.name === 'no-administrator')
    return (
      <>
        <Notice kind="info">{m.noAdministrator}</Notice>
        <Actions>
          <ButtonLink href={`/sign-up#${new URLSearchParams({ tenant: step.tenantId })}`}>
            {m.toSignUp}
          </ButtonLink>
        </Actions>
      </>
    );
  if (sites.name !== 'success')
    return (
      <>
        <Notice kind="error">{failureText(sites)}</Notice>
        {sites.name === 'unauthorized' ? null : (
          <Actions>
            <Button onClick={() => void login.retrySites()}>{m.retry}</Button>
          </Actions>
        )}
      </>
    );
  return (
    <>
      {sites.sites.length === 0 ? (
        <>
          <Notice kind="info">{sites.managementAccess ? `${m.noSites} ${m.youAreAdmin}` : m.noSites}</Notice>
          {sites.managementAccess ? null : (
            <Actions>
              <Button onClick={() => void login.retrySites()}>{m.checkAgain}</Button>
            </Actions>
          )}
        </>
      ) : null}
      {sites.sites.length > 0 || sites.managementAccess ? (
        <SiteSelector
          sites={sites.sites}
          selectedSiteId={step.selectedSiteId}
          managementAccess={sites.managementAccess}
          busy={step.login.name === 'running'}
          onSelect={login.selectSite}
          onLogin={() => void login.login()}
          onLoginAsAdmin={() => void login.loginAsAdmin()}
        />
      ) : null}
      {step.login.name === 'running' ? <Progress text={m.loggingIn} /> : null}
      {step.login.name === 'failed' ? (
        <Notice kind="error">
          {step.login.text === undefined ? (
            m.unreachable
          ) : (
            <>
              {m.loginFailed({ detail: step.login.text })}{' '}
              <TextButton onClick={login.startAgain}>{m.startAgain}</TextButton>
            </>
          )}
        </Notice>
      ) : null}
    </>
  );
}

/** Why the sites could not be loaded. */
function failureText(
  request: Exclude<SitesRequest, { name: 'loading' | 'success' | 'no-administrator' }>,
): string {
  if (request.name === 'unreachable') return m.unreachable;
  const detail = request.detail ?? m.noDetails;
  if (request.name === 'error') return m.sitesError({ status: request.status, detail });
  return `${m.unauthorised} ${detail}`;
}
