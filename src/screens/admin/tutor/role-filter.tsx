import { ListFilter } from '#ui/list/list-filter.tsx';
import { m } from './messages.ts';
import type { TutorRoles } from './use-tutor-roles.ts';

/** Limits a table of places to those where the tutor holds one of the roles. */
export function RoleFilter(props: {
  tutor: TutorRoles;
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const roles = props.tutor.roles.filter(({ global }) => !global);
  return (
    <ListFilter
      label={m.filterRoles}
      options={roles.map(({ id, friendlyName }) => ({ id, name: friendlyName }))}
      chosen={props.chosen}
      onChange={props.onChange}
      emptyText={m.noFilterRoles}
      clearTitle={m.clearFilter}
    />
  );
}
