import { mdiTableArrowDown } from '@mdi/js';
import { type ReactNode, useMemo, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SearchField } from '#ui/field/search-field.tsx';
import { NothingFound } from '#ui/list/nothing-found.tsx';
import { Pagination } from '#ui/list/pagination.tsx';
import { saveCsv } from '#ui/list/rows-csv.ts';
import type { TableColumn } from '#ui/list/table-column.ts';
import { useExistingPage } from '#ui/list/use-list.ts';
import { PageBody } from '#ui/page-body.tsx';
import styles from './inventory.module.css';
import { m } from './messages.ts';
import { ReadingProgress, ReadingState } from './reading-state.tsx';
import type { ReadingPhase } from './use-inventory.ts';
import type { InventoryTableState } from './use-inventory-table.ts';

/** The frame of an inventory table: filter and buttons above, loading states, and pages below. */
export function InventoryFrame<Row>(props: {
  reading: ReadingPhase;
  state: InventoryTableState<Row>;
  filterLabel: string;
  /** Columns of the exported file. */
  columns: readonly TableColumn<Row>[];
  fileName: string;
  empty: { icon: string; title: string };
  /** Beside the filter. */
  buttons?: ReactNode;
  /** After the number of rows. */
  status?: ReactNode;
  /** Between the filter and the table. */
  notice?: ReactNode;
  /** Called only when the rows or the function change, because a table takes long to render. */
  children: (rows: readonly Row[]) => ReactNode;
}) {
  const { reading, state, children } = props;
  const { slice } = state;
  const table = useMemo(() => slice && children(slice.rows), [slice, children]);
  const isKnown = reading.name === 'read' && (slice?.total ?? 0) > 0;
  useExistingPage({ page: state.page, onPage: state.turnTo }, slice?.pageCount ?? 1, isKnown);
  const field = useRef<HTMLInputElement>(null);
  const exportRows = async () => {
    try {
      await saveCsv(props.fileName, props.columns, await state.allRows());
    } catch (error) {
      console.warn('Error exporting the inventory', error);
    }
  };
  return (
    <PageBody
      controls={
        <>
          <SearchField
            ref={field}
            label={props.filterLabel}
            value={state.search}
            onChange={state.setSearch}
          />
          {props.buttons}
          <Button icon={mdiTableArrowDown} disabled={!slice?.found} onClick={() => void exportRows()}>
            {m.exportCsv}
          </Button>
          {slice && slice.total > 0 ? (
            <span className={styles.count}>
              {m.found(slice.found, slice.total, reading.name !== 'reading')}
            </span>
          ) : null}
          {props.status}
          <ReadingProgress />
        </>
      }
    >
      {props.notice}
      <ReadingState reading={reading} total={slice?.total}>
        {slice === undefined || slice.total === 0 ? (
          <EmptyState {...props.empty} text={m.noDataText} />
        ) : slice.found === 0 ? (
          <NothingFound title={m.noMatch} query={state.search} onSearch={state.setSearch} field={field} />
        ) : (
          table
        )}
        <Pagination page={slice?.page ?? 1} pageCount={slice?.pageCount ?? 1} onChange={state.turnTo} />
      </ReadingState>
    </PageBody>
  );
}
