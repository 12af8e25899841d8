/** Assigns and removes a role when its box is pressed, and reports the result. */
import { useQueryClient } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { placeKey } from '#domain/people/assign-states.ts';
import type { RolePlace } from '#domain/people/grant-rule.ts';
import { fieldsOf } from '#domain/people/role-place.ts';
import type { Role, RoleLink } from '#protocol/rest/role.ts';
import { roleLinksQuery } from '#rest/admin/roles.ts';
import { useWrite } from '#rest/use-write.ts';
import { consoleSession } from '#session/console-session.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { failureText } from '#ui/failure/failure-text.ts';
import { m } from './messages.ts';
import { RoleRest } from './role-rest.ts';
import type { TutorRoles } from './use-tutor-roles.ts';

/** `placeName`: the display name of the place. */
export type CellOf = { role: Role; place: RolePlace; placeName: string };

export type RoleWrites = {
  /** A write for this cell is still pending. */
  isBusy(cell: Pick<CellOf, 'role' | 'place'>): boolean;
  give(cell: CellOf): void;
  take(cell: CellOf, link: RoleLink): void;
  setGrant(cell: CellOf, link: RoleLink, canGrant: boolean): void;
};

const keyOf = ({ role, place }: Pick<CellOf, 'role' | 'place'>) => `${role.id} ${placeKey(place)}`;

export function useRoleWrites({ tutorId, granter }: Pick<TutorRoles, 'tutorId' | 'granter'>): RoleWrites {
  const client = useQueryClient();
  const rest = useContext(RoleRest);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const write = useWrite({
    send: (run: () => Promise<RoleLink | undefined>) => run(),
    changed: { queryKey: ['rolelinks'] },
  });

  /** Puts the response into the cache, so that the box shows it at once. */
  function show(change: (links: RoleLink[]) => RoleLink[]): void {
    client.setQueryData(roleLinksQuery(tutorId).queryKey, (links) => links && change(links));
  }

  async function run(
    cell: CellOf,
    send: () => Promise<RoleLink | undefined>,
    done: (link?: RoleLink) => void,
  ) {
    const key = keyOf(cell);
    if (busy.has(key)) return;
    setBusy((now) => new Set(now).add(key));
    try {
      done(await write.mutateAsync(send));
      // Navigation and routes use the roles of the session.
      if (granter.tutorId === tutorId) void consoleSession.renew();
    } catch (error) {
      const text = `${m.notSaved({ role: cell.role.friendlyName, place: cell.placeName })} ${failureText(error)}`;
      toasts.show({ type: 'error', text });
    } finally {
      setBusy((now) => new Set([...now].filter((each) => each !== key)));
    }
  }

  const replace = (link: RoleLink | undefined) =>
    show((links) => (link ? [...links.filter(({ id }) => id !== link.id), link] : links));
  return {
    isBusy: (cell) => busy.has(keyOf(cell)),
    give(cell) {
      const body = { tutorId, roleId: cell.role.id, global: false, canGrant: false, ...fieldsOf(cell.place) };
      void run(cell, () => rest.give({ ...body, global: body.global ?? false }), replace);
    },
    take(cell, link) {
      const remove = async () => {
        await rest.take(link);
        return undefined;
      };
      void run(cell, remove, () => show((links) => links.filter(({ id }) => id !== link.id)));
    },
    setGrant(cell, link, canGrant) {
      void run(cell, () => rest.setGrant({ ...link, canGrant }), replace);
    },
  };
}
