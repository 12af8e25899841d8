/** React hooks for this tab's session: the signed-in user, the realm and the roles. */
import { useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import { lackedRoles, type RoleFlags, roleFlags } from '#domain/people/roles.ts';
import type { AuthState } from './auth-state.ts';
import { session } from './session-state.ts';

/**
 * Only for pages that need a signed-in user: throws if there never was one. While the page unloads after a
 * sign-out, it still returns the last state, so that nothing breaks.
 */
export function useAuth(): AuthState {
  const { state } = useSnapshot(session);
  const last = useRef<AuthState | undefined>(undefined);
  if (state.name === 'signed-in') last.current = state.auth;
  if (!last.current) throw new Error('useAuth needs a signed-in session');
  return last.current;
}

export function useRoles(): RoleFlags {
  const { roles } = useAuth();
  return useMemo(() => roleFlags(roles), [roles]);
}

/** The inverse of `useRoles`, for controls that are disabled without a role. */
export function useLackedRoles(): RoleFlags {
  const roles = useRoles();
  return useMemo(() => lackedRoles(roles), [roles]);
}
