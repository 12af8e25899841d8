/** The steps before the console's first screen: tenant, hand-over, session. */
import { isAppError } from '#protocol/app-error.ts';
import type { AuthService } from './auth-service.ts';
import { type AuthState, authStateOf, sessionKey } from './auth-state.ts';
import type { HandOvers, PendingHandOver } from './hand-over.ts';
import type { SessionLife } from './session-life.ts';
import { isAdminPath, type SessionVault } from './session-vault.ts';
import type { TenantOutcome } from './tenant-directory.ts';

export type StartOutcome =
  /** The console may start at `path`. */
  | { name: 'signed-in'; path: string }
  /** The browser is navigating to another page. */
  | { name: 'leaving' }
  | { name: 'tenant-not-found'; tenantKey: string }
  | { name: 'tenant-unavailable' }
  /** The code or state belongs to no sign-in that this tab started, or the platform refused it. */
  | { name: 'hand-over-refused' }
  | { name: 'hand-over-unreachable' };

type Deps = {
  tenantKey: string;
  openTenant: () => Promise<TenantOutcome>;
  life: Pick<SessionLife, 'begin' | 'store' | 'toLogin'>;
  auth: Pick<AuthService, 'redeem'>;
  vault: SessionVault;
  handOvers: Pick<HandOvers, 'take'>;
  nowMs: () => number;
  location: { pathname: string; search: string; hash: string };
  /** Replaces the path in the address bar and in the history entry. */
  showPath: (path: string) => void;
};

export async function startSession(deps: Deps): Promise<StartOutcome> {
  const { pathname, search, hash } = deps.location;
  const returned = pathname === '/redirect' ? new URLSearchParams(hash.slice(1)) : undefined;
  // Immediately and in any case, because a code must not stay in the address bar and the history.
  if (returned) deps.showPath('/redirect');

  const tenant = await deps.openTenant();
  if (tenant.name === 'not-found') return { name: 'tenant-not-found', tenantKey: deps.tenantKey };
  if (tenant.name === 'unavailable') return { name: 'tenant-unavailable' };

  if (returned?.has('code') || returned?.has('state')) return redeem(deps, returned);
  // A path that starts with `//name` would address another host.
  const path = returned ? '/' : `${pathname.replace(/^\/+/, '/')}${search}${hash}`;
  // The login host redirects here users who started there; they sign in again even if a session exists.
  const auth = pathname === '/sign-in' ? undefined : deps.vault.choose(path);
  if (!auth) {
    await deps.life.toLogin({ continuePath: path, fresh: false });
    return { name: 'leaving' };
  }
  const isOpen = await deps.life.begin(auth);
  if (!isOpen) return { name: 'leaving' };
  deps.showPath(path);
  return { name: 'signed-in', path };
}

async function redeem(deps: Deps, returned: URLSearchParams): Promise<StartOutcome> {
  const code = returned.get('code');
  const state = returned.get('state');
  const pending = state ? deps.handOvers.take(state) : undefined;
  if (!code || !state || !pending) return { name: 'hand-over-refused' };
  const askedAtMs = deps.nowMs();
  let auth: AuthState;
  try {
    auth = authStateOf(await deps.auth.redeem({ code, state, verifier: pending.verifier }), askedAtMs);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const unanswered = error.code === 'unreachable' || error.code === 'server';
    return { name: unanswered ? 'hand-over-unreachable' : 'hand-over-refused' };
  }
  const path = destination(auth, pending, deps.vault);
  deps.showPath(path);
  if (!(await deps.life.store(auth))) return { name: 'leaving' };
  return (await deps.life.begin(auth)) ? { name: 'signed-in', path } : { name: 'leaving' };
}

/**
 * The requested path if it fits the chosen session; otherwise the last path in it; otherwise its start page.
 */
function destination(auth: AuthState, pending: PendingHandOver, vault: SessionVault): string {
  const home = auth.realm === 'admin' ? '/admin' : '/';
  const fits = (path: string | undefined): path is string =>
    path !== undefined && path !== '/' && isAdminPath(path) === (auth.realm === 'admin');
  const back = vault.takeBackUrl(auth);
  const ownSite = pending.key === undefined || pending.key === sessionKey(auth);
  if (ownSite && fits(pending.continuePath)) return pending.continuePath;
  return fits(back) ? back : home;
}
