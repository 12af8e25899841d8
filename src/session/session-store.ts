/** The session of this tab for React: who is signed in, in which realm, with which roles. */
import { useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import { lackedRoles, type RoleFlags, roleFlags } from '#domain/people/roles.ts';
import type { AuthState } from './auth-state.ts';
import { session } from './session-state.ts';

/**
 * Only below a page that needs a signed-in user: throws where there never was one. While the page is being
 * left after a sign-out it still answers with the last one, so that nothing breaks on the way out.
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
