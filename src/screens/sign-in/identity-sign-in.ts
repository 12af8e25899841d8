/**
 * From a tenant id and a button to an id token, shared by the login, sign-up and account-select pages. The
 * provider's window opens inside the click, because browsers would block it later. The tenant is looked up
 * meanwhile.
 */
import { proxy } from 'valtio/vanilla';
import type { IdentityProviderName, TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import type { Clock } from '#protocol/clock.ts';
import type { TenantDirectory, TenantOutcome } from '#session/tenant-directory.ts';
import { waitForAnswer } from '#session/wait-for-answer.ts';
import type { IdTokenStore } from './id-token.ts';
import type { IdentityRequests } from './identity-requests.ts';
import { tenantIdOf } from './login-hash.ts';
import { m } from './messages.ts';

export type IdentityFailure =
  | { name: 'invalid-tenant' }
  | { name: 'configuration' }
  | { name: 'no-provider'; provider: IdentityProviderName }
  /** The provider reported an error, its response was invalid, or the storage has no room. */
  | { name: 'refused'; text: string };

export type IdentityProgress =
  | { name: 'idle' }
  | { name: 'opening'; provider: IdentityProviderName }
  /** `blockedUrl`: the browser blocked the window, so the user can open this address instead. */
  | { name: 'waiting'; provider: IdentityProviderName; spinning: boolean; blockedUrl?: string };

export type IdentityState = {
  /** The text as typed. */
  tenantId: string;
  progress: IdentityProgress;
  failure?: IdentityFailure;
};

/** A window that was opened inside a click. */
export type OpenedWindow = { go(url: string): void; close(): void };

export type IdentitySignIn = ReturnType<typeof createIdentitySignIn>;

export function createIdentitySignIn(deps: {
  tenantId: string;
  directory: TenantDirectory;
  tokens: IdTokenStore;
  requests: IdentityRequests;
  clock: Clock;
  /** Undefined where the browser blocked the window. */
  openWindow: () => OpenedWindow | undefined;
  onStorage: (changed: () => void) => () => void;
  hints: () => { loginHint?: string | undefined; selectAccount: boolean };
  /** Called when the tenant is known and an id token is stored. */
  onIdentity: (tenant: TenantConfiguration, idToken: string) => void;
}) {
  const state = proxy<IdentityState>({ tenantId: deps.tenantId, progress: { name: 'idle' } });
  let attempt = 0;
  let stopWaiting = () => {};

  function fail(failure: IdentityFailure): undefined {
    state.progress = { name: 'idle' };
    state.failure = failure;
  }

  /** Returns the configuration of a tenant. On failure, returns undefined and sets `state.failure`. */
  async function findTenant(typed: string): Promise<TenantConfiguration | undefined> {
    const tenantId = tenantIdOf(typed);
    if (!tenantId) return fail({ name: 'invalid-tenant' });
    const outcome: TenantOutcome = await deps.directory.lookUp(tenantId);
    if (outcome.name === 'found') return outcome.configuration;
    if (outcome.name === 'not-found') return fail({ name: 'invalid-tenant' });
    return deps.directory.cached(tenantId) ?? fail({ name: 'configuration' });
  }

  function cancel(): void {
    attempt += 1;
    stopWaiting();
    state.progress = { name: 'idle' };
    delete state.failure;
  }

  return {
    state,
    findTenant,
    cancel,
    setTenantId(typed: string): void {
      if (state.progress.name !== 'idle') cancel();
      state.tenantId = typed;
      delete state.failure;
    },
    /** Must be called in the click handler: otherwise the browser blocks the window. */
    async signInWith(provider: IdentityProviderName): Promise<void> {
      const opened = deps.openWindow();
      cancel();
      const own = attempt;
      state.progress = { name: 'opening', provider };
      const tenant = await findTenant(state.tenantId);
      const request =
        own === attempt && tenant ? await deps.requests.begin(tenant, provider, deps.hints()) : undefined;
      if (!tenant || !request?.isStored || own !== attempt) {
        opened?.close();
        if (tenant && own === attempt)
          fail(request ? { name: 'refused', text: m.siteDataFull } : { name: 'no-provider', provider });
        return;
      }
      const before = deps.tokens.read();
      opened?.go(request.url);
      state.progress = {
        name: 'waiting',
        provider,
        spinning: opened !== undefined,
        ...(opened ? {} : { blockedUrl: request.url }),
      };
      stopWaiting = waitForAnswer<{ token: string } | { error: string }>({
        clock: deps.clock,
        look() {
          const token = deps.tokens.read();
          if (token !== undefined && token !== before) return { token };
          const error = deps.requests.takeError(request.state);
          return error === undefined ? undefined : { error };
        },
        onStorage: deps.onStorage,
        onResult(result) {
          if ('error' in result) return fail({ name: 'refused', text: result.error });
          state.progress = { name: 'idle' };
          deps.onIdentity(tenant, result.token);
        },
        onSpinnerStop() {
          if (state.progress.name === 'waiting') state.progress.spinning = false;
        },
      });
    },
    /** Continues with the account that is already signed in here. */
    async continueWithAccount(): Promise<void> {
      cancel();
      const token = deps.tokens.read();
      if (token === undefined) return;
      const own = attempt;
      const tenant = await findTenant(state.tenantId);
      if (tenant && own === attempt) deps.onIdentity(tenant, token);
    },
  };
}
