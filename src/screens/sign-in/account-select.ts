/** The step in which a super admin with an id token chooses an account. Others are redirected to sign-in. */
import { proxy } from 'valtio/vanilla';
import { isAppError } from '#protocol/app-error.ts';
import type { TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import type { AuthService } from '#session/auth-service.ts';
import { type Account, accountOf, type IdTokenStore, readIdToken } from './id-token.ts';
import type { IdentitySignIn } from './identity-sign-in.ts';

export type AccountSelectState = { step: { name: 'checking' } | { name: 'choose'; account: Account } };

export type AccountSelect = ReturnType<typeof createAccountSelect>;

export function createAccountSelect(deps: {
  tokens: IdTokenStore;
  tenantId: string | undefined;
  identity: (onIdentity: (tenant: TenantConfiguration, idToken: string) => void) => IdentitySignIn;
  authOf: (tenant: TenantConfiguration) => Pick<AuthService, 'login' | 'logout'>;
  toSignIn: () => void;
}) {
  const state = proxy<AccountSelectState>({ step: { name: 'checking' } });
  const identity = deps.identity((tenant, idToken) => void check(tenant, idToken));

  /** Only the auth service knows an account's roles: request an admin session, and end it at once. */
  async function isSuperAdmin(tenant: TenantConfiguration, idToken: string): Promise<boolean> {
    const auth = deps.authOf(tenant);
    try {
      const tokens = await auth.login(idToken, { realm: 'admin' });
      await auth.logout(tokens.refreshToken).catch(() => {});
      return tokens.roles.includes('superAdmin');
    } catch (error) {
      if (!isAppError(error)) throw error;
      return false;
    }
  }

  async function check(tenant: TenantConfiguration, idToken: string): Promise<void> {
    state.step = { name: 'checking' };
    const claims = readIdToken(idToken);
    if (!claims || !(await isSuperAdmin(tenant, idToken))) return deps.toSignIn();
    state.step = { name: 'choose', account: accountOf(claims) };
  }

  return {
    state,
    identity,
    async start(): Promise<void> {
      const idToken = deps.tokens.read();
      const tenant =
        deps.tenantId === undefined || idToken === undefined
          ? undefined
          : await identity.findTenant(deps.tenantId);
      if (!tenant || idToken === undefined) return deps.toSignIn();
      await check(tenant, idToken);
    },
    continue: deps.toSignIn,
  };
}
