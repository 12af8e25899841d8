import { mdiAccountKeyOutline } from '@mdi/js';
import { type ReactNode, useMemo, useState } from 'react';
import type { Role } from '#protocol/rest/role.ts';
import type { Tag } from '#protocol/rest/site.ts';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/list/data-table.tsx';
import { ListPage } from '#ui/list/list-page.tsx';
import { type ListSelection, useListSelection } from '#ui/list/list-selection.ts';
import { TableBox } from '#ui/list/table-box.tsx';
import { type ListPlace, useList } from '#ui/list/use-list.ts';
import { m } from './messages.ts';
import styles from './place-roles.module.css';
import { type PlaceRow, searchPlaces } from './place-rows.ts';
import { RoleCell } from './role-cell.tsx';
import { type RoleWrites, useRoleWrites } from './use-role-writes.ts';
import type { TutorRoles } from './use-tutor-roles.ts';

const AssignDialog = lazyDialog(
  m.assignRoles,
  async () => (await import('./assign/assign-dialog.tsx')).AssignDialog,
);

/** Texts that differ between the tables of sites and of tags. */
export type PlaceWords = {
  kind: 'site' | 'tag';
  caption: string;
  heading: string;
  search: string;
  noMatch: string;
  selectAll: (p: { count: number }) => string;
};

function Name({ row }: { row: PlaceRow }) {
  return (
    <span className={styles.name}>
      {row.above === '' ? null : <bdi className={styles.above}>{row.above}</bdi>}
      <bdi>{row.name}</bdi>
    </span>
  );
}

function Tags(props: { row: PlaceRow; names: ReadonlyMap<string, string> }) {
  return (
    <ul className={styles.tags}>
      {[...props.row.tagIds].map((id) => (
        <li key={id} className={styles.tag}>
          <bdi>{props.names.get(id)}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Names of the tags through which the tutor holds a role on a site. */
function throughTags({ linkAt }: TutorRoles, role: Role, row: PlaceRow, names: ReadonlyMap<string, string>) {
  return [...row.tagIds]
    .filter((tagId) => linkAt(role.id, { kind: 'tag', tagId }) !== undefined)
    .map((tagId) => names.get(tagId) ?? '');
}

type RowProps = {
  row: PlaceRow;
  tutor: TutorRoles;
  roles: readonly Role[];
  writes: RoleWrites;
  tagNames: ReadonlyMap<string, string>;
  showsTags: boolean;
  /** Undefined where rows cannot be selected. */
  selection: ListSelection | undefined;
};

function Row({ row, tutor, roles, writes, tagNames, showsTags, selection }: RowProps) {
  return (
    <tr>
      {selection === undefined ? null : (
        <td className={styles.boxes}>
          <TableBox
            label={m.select({ name: row.name })}
            state={selection.has(row.id) ? 'all' : 'none'}
            onChange={(isOn) => selection.select(row.id, isOn)}
          />
        </td>
      )}
      <th scope="row">
        <Name row={row} />
      </th>
      {showsTags ? (
        <td>
          <Tags row={row} names={tagNames} />
        </td>
      ) : null}
      {roles.map((role) => (
        <td key={role.id}>
          <RoleCell
            cell={{ role, place: row.place, placeName: row.name }}
            tutor={tutor}
            writes={writes}
            siteTags={row.tagIds}
            throughTags={throughTags(tutor, role, row, tagNames)}
          />
        </td>
      ))}
    </tr>
  );
}

/** A table of sites or tags with a column per role. Super admins change many roles at once. */
export function PlaceRoles(props: {
  words: PlaceWords;
  tutor: TutorRoles;
  /** Rows that match the filters. */
  rows: readonly PlaceRow[];
  tags: readonly Tag[];
  showsTags: boolean;
  place: ListPlace;
  filters: ReactNode;
}) {
  const { words, tutor, rows, tags, showsTags } = props;
  const [isAssigning, setAssigning] = useState(false);
  const writes = useRoleWrites(tutor);
  const roles = useMemo(() => tutor.roles.filter(({ global }) => !global), [tutor]);
  const tagNames = useMemo(() => new Map(tags.map(({ id, name }) => [id, name])), [tags]);
  const list = useList(rows, { search: searchPlaces, place: props.place });
  const selection = useListSelection(rows, list.found);
  const selected = rows.filter(({ id }) => selection.has(id));
  const maySelect = tutor.granter.isSuperAdmin;
  const columns = [
    ...(maySelect ? [m.selected] : []),
    words.heading,
    ...(showsTags ? [m.tags] : []),
    ...roles.map(({ friendlyName }) => friendlyName),
  ];
  const shared = { tutor, roles, writes, tagNames, showsTags, selection: maySelect ? selection : undefined };
  return (
    <>
      <ListPage
        list={list}
        searchLabel={words.search}
        noMatch={words.noMatch}
        status={props.filters}
        bar={
          maySelect ? (
            <div className={styles.bar}>
              <SelectAll selection={selection} label={words.selectAll({ count: list.found.length })} />
              <AssignButton
                obstacle={selected.length === 0 ? m.selectFirst[words.kind] : undefined}
                onPress={() => setAssigning(true)}
              />
            </div>
          ) : undefined
        }
      >
        {(shown) => (
          <DataTable caption={words.caption} columns={columns}>
            {shown.map((row) => (
              <Row key={row.id} row={row} {...shared} />
            ))}
          </DataTable>
        )}
      </ListPage>
      {isAssigning ? (
        <AssignDialog
          kind={words.kind}
          tutor={tutor}
          roles={roles}
          places={selected}
          onClose={() => setAssigning(false)}
        />
      ) : null}
    </>
  );
}

function SelectAll({ selection, label }: { selection: ListSelection; label: string }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the box
    <label className={styles.all}>
      <TableBox label={label} state={selection.state} onChange={selection.selectAll} />
      <span aria-hidden="true">{label}</span>
    </label>
  );
}

function AssignButton(props: { obstacle: string | undefined; onPress: () => void }) {
  const { obstacle } = props;
  return (
    <Button
      look="primary"
      needsPlatform
      icon={mdiAccountKeyOutline}
      aria-disabled={obstacle !== undefined}
      aria-description={obstacle}
      data-tip={obstacle}
      onClick={() => obstacle === undefined && props.onPress()}
    >
      {m.assignRoles}
    </Button>
  );
}
