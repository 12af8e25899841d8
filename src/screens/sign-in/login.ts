/** State of the login page: identity, sites, and the hand-over to the console. */
import { proxy } from 'valtio/vanilla';
import type { LoginBody } from '#protocol/auth/auth-service.ts';
import type { TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import type { AuthService } from '#session/auth-service.ts';
import { type Account, accountOf, type IdTokenStore, readIdToken } from './id-token.ts';
import type { IdentitySignIn } from './identity-sign-in.ts';
import type { LoginHash } from './login-hash.ts';
import { requestHandOver, requestSites, type SitesRequest } from './sites-request.ts';

export type LoginStep =
  /** The account and the tenant are known, so no input is needed. */
  | { name: 'starting' }
  | { name: 'identity' }
  | {
      name: 'sites';
      account: Account;
      tenantId: string;
      sites: SitesRequest;
      selectedSiteId?: string;
      login: { name: 'idle' } | { name: 'running' } | { name: 'failed'; text?: string };
    }
  /** The browser is leaving for the console, which returns with a state of its own. */
  | { name: 'leaving' };

export type Login = ReturnType<typeof createLogin>;

export function createLogin(deps: {
  hash: LoginHash;
  tokens: IdTokenStore;
  identity: (
    onIdentity: (tenant: TenantConfiguration, idToken: string) => void,
    hints: LoginHints,
  ) => IdentitySignIn;
  authOf: (tenant: TenantConfiguration) => Pick<AuthService, 'sites' | 'handOver'>;
  go: (address: string) => void;
}) {
  const state = proxy<{ step: LoginStep }>({ step: { name: 'identity' } });
  const hints: LoginHints = { loginHint: deps.hash.reloginWith, selectAccount: deps.hash.fresh };
  if (deps.hash.fresh) deps.tokens.clear();
  const identity = deps.identity((tenant, idToken) => void arrive(tenant, idToken), hints);
  let current: { tenant: TenantConfiguration; idToken: string } | undefined;
  let loading: AbortController | undefined;

  /** A hand-over needs the state of a console tab. Without one, the tenant's console is opened first. */
  function goToConsole(tenant: TenantConfiguration): void {
    state.step = { name: 'leaving' };
    deps.go(`${tenant.CONSOLE_URL}/sign-in`);
  }

  async function arrive(tenant: TenantConfiguration, idToken: string): Promise<void> {
    if (!deps.hash.request || deps.hash.tenant !== tenant.tenant) return goToConsole(tenant);
    const claims = readIdToken(idToken);
    if (!claims) return;
    current = { tenant, idToken };
    state.step = {
      name: 'sites',
      account: accountOf(claims),
      tenantId: tenant.tenant,
      sites: { name: 'loading' },
      login: { name: 'idle' },
    };
    if (deps.hash.realm === 'admin') await handOver({ realm: 'admin' });
    // While the browser leaves for the console, the login still runs. It stops if the realm was refused.
    if (state.step.login.name !== 'running') await loadSites();
  }

  async function loadSites(): Promise<void> {
    loading?.abort();
    if (!current || state.step.name !== 'sites') return;
    const own = new AbortController();
    loading = own;
    state.step.sites = { name: 'loading' };
    const sites = await requestSites(deps.authOf(current.tenant), current.idToken, own.signal);
    if (own.signal.aborted || state.step.name !== 'sites') return;
    if (sites.name === 'ended') return signInAgain();
    state.step.sites = sites;
    const only = sites.name === 'success' && sites.sites.length === 1 ? sites.sites[0] : undefined;
    if (only) state.step.selectedSiteId = only.id;
  }

  async function handOver(target: Pick<LoginBody, 'realm' | 'siteId'>): Promise<void> {
    const { step } = state;
    if (!current || !deps.hash.request || step.name !== 'sites' || step.login.name === 'running') return;
    const { tenant, idToken } = current;
    step.login = { name: 'running' };
    const { state: handOverState, challenge } = deps.hash.request;
    const body = { ...target, state: handOverState, challenge };
    const outcome = await requestHandOver(deps.authOf(tenant), idToken, body);
    if (outcome.name === 'done') {
      const hash = new URLSearchParams({ code: outcome.code, state: handOverState });
      deps.go(`${tenant.CONSOLE_URL}/redirect#${hash}`);
      return;
    }
    if (state.step !== step) return;
    if (outcome.name === 'ended') return signInAgain();
    step.login = outcome.name === 'failed' ? outcome : { name: 'idle' };
    if (outcome.name === 'unauthorized') step.sites = outcome;
  }

  /** The owner of the id token has signed out, here or elsewhere. */
  function signInAgain(): void {
    deps.tokens.clear();
    toIdentity();
  }

  function toIdentity({ keepFailure = false } = {}): void {
    loading?.abort();
    current = undefined;
    if (!keepFailure) identity.cancel();
    state.step = { name: 'identity' };
  }

  return {
    state,
    identity,
    /** Advances as far as the hash and the stored id token allow. */
    async start(): Promise<void> {
      if (!deps.hash.tenant) return;
      const idToken = storedToken(deps);
      if (deps.hash.request && idToken === undefined) return;
      state.step = { name: 'starting' };
      const tenant = await identity.findTenant(deps.hash.tenant);
      if (!tenant) return toIdentity({ keepFailure: true });
      if (!deps.hash.request) goToConsole(tenant);
      else if (idToken !== undefined) await arrive(tenant, idToken);
    },
    retrySites: loadSites,
    selectSite(siteId: string): void {
      if (state.step.name === 'sites') state.step.selectedSiteId = siteId;
    },
    async login(): Promise<void> {
      if (state.step.name !== 'sites' || state.step.selectedSiteId === undefined) return;
      await handOver({ realm: 'console', siteId: state.step.selectedSiteId });
    },
    loginAsAdmin: () => handOver({ realm: 'admin' }),
    /** A refused hand-over may have expired, so the console starts a new one. */
    startAgain(): void {
      if (current) goToConsole(current.tenant);
    },
    changeTenant(): void {
      identity.setTenantId('');
      toIdentity();
    },
    changeAccount(): void {
      deps.tokens.clear();
      hints.selectAccount = true;
      hints.loginHint = undefined;
      toIdentity();
    },
  };
}

/** Read when the provider's window opens. */
export type LoginHints = { loginHint?: string | undefined; selectAccount: boolean };

/** The stored id token. For the admin realm, it is used only if it belongs to the requesting account. */
function storedToken({ hash, tokens }: { hash: LoginHash; tokens: IdTokenStore }): string | undefined {
  if (hash.realm !== 'admin') return tokens.read();
  const isSame = tokens.account()?.email.toLowerCase() === hash.reloginWith?.toLowerCase();
  return isSame ? tokens.read() : undefined;
}
