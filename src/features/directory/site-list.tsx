import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { shownText } from '#domain/shown-text.ts';
import { takeSelected, useKeptSelected } from '#shell/leaving/kept-selections.ts';
import { ListPage } from '#ui/list/list-page.tsx';
import { useListSelection } from '#ui/list/list-selection.ts';
import { SelectableTable, type TableColumn } from '#ui/list/selectable-table.tsx';
import { type ListPlace, useList } from '#ui/list/use-list.ts';
import type { ActionEntry } from '../action-bar/action-entry.ts';
import { ListActions } from './list-actions.tsx';
import { m } from './list-messages.ts';
import { ListStatus } from './list-status.tsx';
import type { ListedTarget } from './list-targets.ts';

const PER_PAGE = 10;
const FIRST_SORT = { column: 'name', isDescending: false };

type ListedRow = ListedTarget & {
  path: string;
};

/** Must be stable while the list is mounted. */
export type SiteListKind<Row> = {
  of: 'users' | 'devices';
  entries: readonly ActionEntry[];
  columns: readonly TableColumn<Row>[];
  search: (rows: readonly Row[], query: string) => readonly Row[];
  textOf: (row: Row, column: string) => string;
  words: { search: string; noMatch: string; caption: string };
};

/** The displayed name of a row, with a placeholder for an empty one. */
export const rowName = ({ name }: ListedTarget): string => shownText(name) || m.unnamed;

const selectLabel = (row: ListedTarget): string => m.select({ name: rowName(row) });

/** A site-wide list: searchable, sortable, with its page in the URL and actions for the selected rows. */
export function SiteList<Row extends ListedRow>(props: {
  kind: SiteListKind<Row>;
  rows: readonly Row[];
  /** False while more rows are loading. */
  isComplete: boolean;
  place: Omit<ListPlace, 'perPage'>;
}) {
  const { kind, rows } = props;
  const { search, textOf, words } = kind;
  const router = useRouter();
  const list = useList(
    rows,
    { search, place: { ...props.place, perPage: PER_PAGE, isComplete: props.isComplete } },
    { first: FIRST_SORT, textOf },
  );
  const selection = useListSelection(rows, list.found, () => takeSelected(kind.of));
  useKeptSelected(kind.of, () => selection.ids);
  const selected = useMemo(() => rows.filter(({ id }) => selection.has(id)), [rows, selection]);
  return (
    <ListPage
      list={list}
      searchLabel={words.search}
      noMatch={words.noMatch}
      status={<ListStatus selected={selected.length} rows={rows.length} isComplete={props.isComplete} />}
      bar={<ListActions of={kind.of} entries={kind.entries} selected={selected} />}
    >
      {(shown) => (
        <SelectableTable
          caption={words.caption}
          columns={kind.columns}
          rows={shown}
          textOf={rowName}
          sort={list.sort}
          onSort={list.sortBy}
          selection={selection}
          allLabel={m.selectAll({ count: list.found.length })}
          labelOf={selectLabel}
          onOpen={({ path }) => router.history.push(path)}
        />
      )}
    </ListPage>
  );
}
