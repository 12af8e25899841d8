/** The login page without its looks: identity, sites, and the hand-over to the console (SIGN-17 … SIGN-26). */
import { proxy } from 'valtio/vanilla';
import { type AppError, isAppError } from '#protocol/app-error.ts';
import type { LoginBody, SiteList } from '#protocol/auth/auth-service.ts';
import type { TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import { serverText } from '#protocol/json-request.ts';
import type { AuthService } from '../../session/auth-service.ts';
import { type Account, accountOf, type IdTokenStore, readIdToken } from './id-token.ts';
import type { IdentitySignIn } from './identity-sign-in.ts';
import type { LoginHash } from './login-hash.ts';

/** SIGN-22, with the network failure told apart from what a server answered. */
export type SitesRequest =
  | { name: 'loading' }
  | { name: 'success'; sites: SiteList['sites']; managementAccess: boolean }
  | { name: 'unauthorized'; detail?: string }
  | { name: 'error'; status: number; detail?: string }
  | { name: 'unreachable' };

export type LoginStep =
  /** The account and the tenant are known: nothing has to be asked. */
  | { name: 'starting' }
  | { name: 'identity' }
  | {
      name: 'sites';
      account: Account;
      sites: SitesRequest;
      selectedSiteId?: string;
      login: { name: 'idle' } | { name: 'running' } | { name: 'failed'; text?: string };
    }
  /** On the way to the console, which asks back with a state of its own. */
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

  /** A hand-over needs the state of a console's tab: without one, that tenant's console is asked for it. */
  function askConsole(tenant: TenantConfiguration): void {
    state.step = { name: 'leaving' };
    deps.go(`${tenant.CONSOLE_URL}/sign-in`);
  }

  async function arrive(tenant: TenantConfiguration, idToken: string): Promise<void> {
    if (!deps.hash.request || deps.hash.tenant !== tenant.tenant) return askConsole(tenant);
    const claims = readIdToken(idToken);
    if (!claims) return;
    current = { tenant, idToken };
    state.step = {
      name: 'sites',
      account: accountOf(claims),
      sites: { name: 'loading' },
      login: { name: 'idle' },
    };
    if (deps.hash.realm === 'admin') await handOver({ realm: 'admin' });
    // On the way to the console, unless the admin realm was refused.
    if (state.step.login.name !== 'running') await loadSites();
  }

  /** The stored token; for the admin realm only where it is of the account that asked, which may not be another's. */
  function wantedToken(): string | undefined {
    const { realm, reloginWith } = deps.hash;
    if (realm !== 'admin') return deps.tokens.read();
    const isSame = deps.tokens.account()?.email.toLowerCase() === reloginWith?.toLowerCase();
    return isSame ? deps.tokens.read() : undefined;
  }

  async function loadSites(): Promise<void> {
    loading?.abort();
    if (!current || state.step.name !== 'sites') return;
    const own = new AbortController();
    loading = own;
    state.step.sites = { name: 'loading' };
    const sites = await sitesRequest(deps.authOf(current.tenant), current.idToken, own.signal);
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
    try {
      const code = await deps
        .authOf(tenant)
        .handOver(idToken, { ...target, state: handOverState, challenge });
      const hash = new URLSearchParams({ code, state: handOverState });
      deps.go(`${tenant.CONSOLE_URL}/redirect#${hash}`);
    } catch (error) {
      if (!isAppError(error)) throw error;
      if (state.step !== step) return;
      if (error.code === 'sign-in-ended') return signInAgain();
      if (error.code === 'unauthorized') {
        step.login = { name: 'idle' };
        step.sites = { name: 'unauthorized', ...detailOf(error) };
      } else {
        step.login = {
          name: 'failed',
          ...(error.code === 'unreachable' ? {} : { text: serverText(error) ?? error.message }),
        };
      }
    }
  }

  /** Its owner has signed out, here or elsewhere. */
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
    /** Goes as far as the hash and the stored id token allow. */
    async start(): Promise<void> {
      if (!deps.hash.tenant) return;
      const idToken = wantedToken();
      if (deps.hash.request && idToken === undefined) return;
      state.step = { name: 'starting' };
      const tenant = await identity.findTenant(deps.hash.tenant);
      if (!tenant) return toIdentity({ keepFailure: true });
      if (!deps.hash.request) askConsole(tenant);
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
    /** A hand-over that was refused may have run out: the console begins a new one. */
    startAgain(): void {
      if (current) askConsole(current.tenant);
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

const detailOf = (error: AppError) => {
  const detail = serverText(error);
  return detail === undefined ? {} : { detail };
};

async function sitesRequest(
  auth: Pick<AuthService, 'sites'>,
  idToken: string,
  signal: AbortSignal,
): Promise<SitesRequest | { name: 'ended' }> {
  try {
    const { sites, managementAccess } = await auth.sites(idToken, signal);
    return { name: 'success', sites, managementAccess };
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.code === 'sign-in-ended') return { name: 'ended' };
    if (error.code === 'unauthorized') return { name: 'unauthorized', ...detailOf(error) };
    const { status } = error.detail;
    return status === undefined ? { name: 'unreachable' } : { name: 'error', status, ...detailOf(error) };
  }
}
