/** The application of the login host: maps paths to pages, with the browser's own parts. */
import type { ReactNode } from 'react';
import type { TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import { systemClock } from '#protocol/clock.ts';
import { globalFetch } from '#protocol/json-request.ts';
import { createAuthService } from '#session/auth-service.ts';
import { tenantDirectory } from '#session/tenant.ts';
import { openRoot } from '#ui/boundary/open-root.tsx';
import { createAccountSelect } from './screens/sign-in/account-select.ts';
import { AccountSelectPage } from './screens/sign-in/account-select-page.tsx';
import { createIdTokenStore } from './screens/sign-in/id-token.ts';
import { ANSWER_ELEMENT_ID, acceptAnswer } from './screens/sign-in/identity-answer.ts';
import { IdentityRedirectPage } from './screens/sign-in/identity-redirect-page.tsx';
import { createIdentityRequests, type IdentityRequest } from './screens/sign-in/identity-requests.ts';
import { createIdentitySignIn, type OpenedWindow } from './screens/sign-in/identity-sign-in.ts';
import { createLogin, type LoginHints } from './screens/sign-in/login.ts';
import { parseLoginHash, withoutFresh } from './screens/sign-in/login-hash.ts';
import { LoginPage } from './screens/sign-in/login-page.tsx';
import { createSignUp } from './screens/sign-in/sign-up.ts';
import { SignUpPage } from './screens/sign-in/sign-up-page.tsx';

const storage = () => localStorage;
const nowMs = systemClock.now;
const tokens = createIdTokenStore({ storage, nowMs });
const requests = createIdentityRequests({
  storage,
  crypto: globalThis.crypto,
  nowMs,
  redirectUri: () => `${location.origin}/redirect`,
});

const authOf = (tenant: TenantConfiguration) =>
  createAuthService({ fetch: globalFetch, authUrl: () => tenant.AUTH_URL, tenantKey: () => tenant.tenant });

const authAt = ({ key, authUrl }: IdentityRequest['tenant']) =>
  createAuthService({ fetch: globalFetch, authUrl: () => authUrl, tenantKey: () => key });

function openWindow(): OpenedWindow | undefined {
  const opened = window.open('about:blank', 'lectern-identity', 'popup,width=520,height=680');
  if (!opened) return undefined;
  return { go: (url) => opened.location.replace(url), close: () => opened.close() };
}

function onStorage(changed: () => void): () => void {
  window.addEventListener('storage', changed);
  return () => window.removeEventListener('storage', changed);
}

/** A sign-in for the tenant in the hash. */
const identityFor =
  (tenantId: string | undefined, defaults: LoginHints) =>
  (onIdentity: (tenant: TenantConfiguration, idToken: string) => void, hints: LoginHints = defaults) =>
    createIdentitySignIn({
      tenantId: tenantId ?? '',
      directory: tenantDirectory,
      tokens,
      requests,
      clock: systemClock,
      openWindow,
      onStorage,
      hints: () => hints,
      onIdentity,
    });

function page(): ReactNode {
  const hash = parseLoginHash(location.hash);
  const identity = identityFor(hash.tenant, { selectAccount: true });
  switch (location.pathname.replace(/\/$/, '')) {
    case '/redirect': {
      const block = document.getElementById(ANSWER_ELEMENT_ID);
      const answer = acceptAnswer(block?.textContent, { requests, tokens, authAt });
      block?.remove();
      // A reload or the history must not send or show a provider's answer again, whatever it was.
      history.replaceState(null, '', '/redirect');
      return <IdentityRedirectPage answer={answer} closeWindow={closeWindow} />;
    }
    case '/sign-up':
      return <SignUpPage signUp={createSignUp({ identity, authOf })} account={tokens.account} />;
    case '/oauth-account-select': {
      const toSignIn = () => location.replace(`/sign-in${location.hash}`);
      const accountSelect = createAccountSelect({
        tokens,
        tenantId: hash.tenant,
        identity,
        authOf,
        toSignIn,
      });
      void accountSelect.start();
      return <AccountSelectPage accountSelect={accountSelect} />;
    }
    default: {
      // The root and unknown paths are the sign-in.
      history.replaceState(null, '', `/sign-in${withoutFresh(location.hash)}`);
      const login = createLogin({
        hash,
        tokens,
        identity,
        authOf,
        // Back from the console must not lead to a finished sign-in.
        go: (address) => location.replace(address),
      });
      void login.start();
      return <LoginPage login={login} account={tokens.account} ended={hash.ended} />;
    }
  }
}

const closeWindow = () => window.close();

export function startLogin(root: HTMLElement): void {
  openRoot(root, page());
}
