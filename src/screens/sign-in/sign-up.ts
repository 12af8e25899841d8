/** State of the sign-up page. */
import { proxy } from 'valtio/vanilla';
import { isAppError } from '#protocol/app-error.ts';
import type { TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import { serverText } from '#protocol/json-request.ts';
import type { AuthService } from '#session/auth-service.ts';
import { type Account, accountOf, readIdToken } from './id-token.ts';
import type { IdentitySignIn } from './identity-sign-in.ts';
import { m } from './messages.ts';

export type SignUpStep =
  | { name: 'identity' }
  /** `failure`: the server's message. */
  | { name: 'confirm'; account: Account; running: boolean; failure?: string }
  | { name: 'done'; tenantId: string };

export type SignUp = ReturnType<typeof createSignUp>;

export function createSignUp(deps: {
  identity: (onIdentity: (tenant: TenantConfiguration, idToken: string) => void) => IdentitySignIn;
  authOf: (tenant: TenantConfiguration) => Pick<AuthService, 'createAdmin'>;
}) {
  const state = proxy<{ step: SignUpStep; setUpCode: string }>({ step: { name: 'identity' }, setUpCode: '' });
  let current: { tenant: TenantConfiguration; idToken: string } | undefined;
  const identity = deps.identity((tenant, idToken) => {
    const claims = readIdToken(idToken);
    if (!claims) return;
    current = { tenant, idToken };
    state.step = { name: 'confirm', account: accountOf(claims), running: false };
  });

  return {
    state,
    identity,
    setSetUpCode(code: string): void {
      state.setUpCode = code;
    },
    async createAdmin(): Promise<void> {
      const { step } = state;
      if (step.name !== 'confirm' || step.running || !current) return;
      const { tenant, idToken } = current;
      step.running = true;
      delete step.failure;
      try {
        await deps.authOf(tenant).createAdmin(idToken, state.setUpCode.trim());
        state.step = { name: 'done', tenantId: tenant.tenant };
      } catch (error) {
        if (!isAppError(error)) throw error;
        step.running = false;
        step.failure = error.code === 'unreachable' ? m.unreachable : (serverText(error) ?? m.adminFailed);
      }
    },
    changeAccount(): void {
      current = undefined;
      identity.cancel();
      state.step = { name: 'identity' };
    },
  };
}
