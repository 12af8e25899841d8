import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Group } from '#protocol/rest/group.ts';
import { useRoles } from '#session/session-store.ts';
import { Spinner } from '#ui/spinner.tsx';
import { useIsGroupAwaited, useVisibleGroups } from './visible-groups.ts';

export type ShownGroup = {
  /** Undefined: the group is not visible to the tutor. */
  group: Group | undefined;
  isFavourite: boolean;
  /** Rendered in place of the screen then. */
  instead: ReactNode;
};

/**
 * The group in the path of a screen. If it is not visible, the screen redirects home: silently for an
 * outdated link, and with the reason if the tutor was viewing the group.
 */
export function useShownGroup(groupId: string | undefined, waitingLabel: string): ShownGroup {
  const { groups, favourites } = useVisibleGroups();
  const isAwaited = useIsGroupAwaited(groupId ?? '');
  const isMaintainer = useRoles().groupMaintainer;
  const group = groups.find((each) => each.id === groupId);
  const last = useRef<{ group: Group; isMaintainer: boolean }>(undefined);
  if (group !== undefined) last.current = { group, isMaintainer };
  const lost = last.current?.group.id === groupId ? last.current : undefined;
  const instead = isAwaited ? (
    <Spinner label={waitingLabel} />
  ) : (
    <Leave title={lost?.group.title} byRole={lost?.isMaintainer === true && !isMaintainer} />
  );
  return { group, isFavourite: favourites.has(groupId ?? ''), instead };
}

/** `title`: of the group shown until now. `byRole`: seen as a group maintainer, a role now lost. */
function Leave({ title, byRole }: { title: string | undefined; byRole: boolean }) {
  const isSaid = useRef(false);
  useEffect(() => {
    if (title === undefined || isSaid.current) return;
    isSaid.current = true;
    import('./lost-group.ts').then(
      ({ notifyLost }) => notifyLost({ title, byRole }),
      (error: unknown) => console.warn('why a group is gone', error),
    );
  }, [title, byRole]);
  return <Navigate to="/" replace />;
}
