import { mdiCalendarBlankOutline, mdiRefresh, mdiTableArrowDown } from '@mdi/js';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { type EventLog, eventPagesQuery, MAX_NEW_EVENTS, newerEventsQuery } from '#rest/event-logs.ts';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import { Button } from '#ui/button.tsx';
import { DialogBoundary } from '#ui/dialog/dialog-boundary.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import { EndlessTable } from '#ui/list/endless-table.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import type { TableColumn } from '#ui/list/table-column.ts';
import type { ChoiceKind } from './choice-filter.tsx';
import styles from './events.module.css';
import type { ExportProps } from './export-dialog.tsx';
import { FilterBar, type Kinds } from './filter-bar.tsx';
import { m } from './messages.ts';
import { type EventFilterState, useEventFilters } from './use-event-filters.ts';

// biome-ignore lint/suspicious/noExplicitAny: the lazy dialog accepts rows of every log
const ExportDialog = lazyDialog<ExportProps<any>>(
  m.exporting,
  async () => (await import('./export-dialog.tsx')).ExportDialog,
);

/** How a list of events is read and shown. Exported files have the same columns. */
export type EventListKind<Row extends { id: string }> = {
  log: EventLog<Row>;
  title: string;
  emptyText: string;
  fileName: string;
  person: ChoiceKind;
  device?: ChoiceKind;
  kinds: Kinds;
  /** Title of a row, beside its time. */
  summary: (row: Row) => string;
};

function Empty(props: { text: string; state: EventFilterState }) {
  const { isFiltered, clear } = props.state;
  return (
    <EmptyState icon={mdiCalendarBlankOutline} title={m.noEvents} text={isFiltered ? m.noMatch : props.text}>
      {isFiltered ? <Button onClick={clear}>{m.clearFilters}</Button> : undefined}
    </EmptyState>
  );
}

const WORDS = { loading: m.loading, failed: m.notLoaded, retry: m.retry };

/** The loaded rows, and how to load more. */
function useEvents<Row extends { id: string }>(log: EventLog<Row>, state: EventFilterState) {
  const options = eventPagesQuery(log, state.filters);
  const query = useInfiniteQuery(options);
  const client = useQueryClient();
  const rows = useMemo(() => query.data?.pages.flat(), [query.data]);
  const { fetchNextPage, isFetching, isFetchNextPageError } = query;
  const newer = useQuery({ ...newerEventsQuery(log, state.filters, rows?.[0]), enabled: rows !== undefined });
  const readMore = useCallback(() => {
    if (!isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [fetchNextPage, isFetching, isFetchNextPageError]);
  return {
    query,
    rows,
    readMore,
    /** Number of newer events. If it exceeds the counted maximum, it is the maximum plus one. */
    newerCount: (rows !== undefined && newer.data) || 0,
    /** Reloads the newest page only: further pages are loaded on scrolling. */
    refresh: () => void client.resetQueries({ queryKey: options.queryKey, exact: true }),
  };
}

type Events<Row extends { id: string }> = ReturnType<typeof useEvents<Row>>;

function EndOfList<Row extends { id: string }>({ events }: { events: Events<Row> }) {
  const { query, rows = [] } = events;
  if (query.isFetchNextPageError)
    return (
      <span role="alert">
        {m.moreNotLoaded} {failureText(query.error)}{' '}
        <Button onClick={() => void query.fetchNextPage()}>{m.retry}</Button>
      </span>
    );
  return <span>{query.hasNextPage ? m.loadingMore : m.noOlder({ count: rows.length })}</span>;
}

/** Number of events since the list was read. There is no automatic update, because rows would move. */
function RefreshButton(props: { count: number; onPress: () => void }) {
  const { count } = props;
  const text = count > MAX_NEW_EVENTS ? m.showMany({ count: MAX_NEW_EVENTS }) : m.showNewer({ count });
  return (
    <>
      <Button
        needsPlatform
        icon={mdiRefresh}
        look={count === 0 ? 'default' : 'primary'}
        onClick={props.onPress}
      >
        {count === 0 ? m.refresh : text}
      </Button>
      <span role="status" className="visually-hidden">
        {count === 0 ? '' : text}
      </span>
    </>
  );
}

/** One of the three lists: its filters, and all matching rows, loaded while scrolling. */
export function EventList<Row extends { id: string }>(props: {
  kind: EventListKind<Row>;
  columns: readonly TableColumn<Row>[];
  /** Dialog with all details of a row. */
  detail: (row: Row, state: EventFilterState, onClose: () => void) => ReactNode;
}) {
  const { kind, columns } = props;
  const state = useEventFilters();
  const events = useEvents(kind.log, state);
  const { query, rows } = events;
  const [opened, setOpened] = useState<Row>();
  const [isExporting, setExporting] = useState(false);
  const nameOf = useCallback(
    (row: Row) => m.open({ time: columns[0]?.text?.(row) ?? '', what: kind.summary(row) }),
    [columns, kind],
  );
  return (
    <div className={styles.list}>
      <div className={styles.bar}>
        <FilterBar state={state} person={kind.person} device={kind.device} kinds={kind.kinds} />
        <div className={styles.buttons}>
          <RefreshButton count={events.newerCount} onPress={events.refresh} />
          <Button
            needsPlatform
            icon={mdiTableArrowDown}
            aria-haspopup="dialog"
            disabled={!rows?.length}
            onClick={() => setExporting(true)}
          >
            {m.exportCsv}
          </Button>
        </div>
      </div>
      <ListReader
        reading={{
          data: rows,
          // If the tutor loses access, the query has no data any more, and the whole list has failed.
          error: rows !== undefined && query.isFetchNextPageError ? null : query.error,
          isFetching: query.isFetching,
          refetch: query.refetch,
        }}
        words={WORDS}
      >
        {(read) =>
          read.length === 0 ? (
            <Empty text={kind.emptyText} state={state} />
          ) : (
            <EndlessTable
              // New filters start at the top.
              key={JSON.stringify(state.values)}
              caption={kind.title}
              columns={columns}
              rows={read}
              hasMore={query.hasNextPage}
              end={<EndOfList events={events} />}
              openLabel={nameOf}
              onOpen={setOpened}
              onMore={events.readMore}
            />
          )
        }
      </ListReader>
      {opened === undefined ? null : props.detail(opened, state, () => setOpened(undefined))}
      {isExporting ? (
        <DialogBoundary onClose={() => setExporting(false)}>
          <ExportDialog
            log={kind.log}
            filters={state.filters}
            columns={columns}
            fileName={kind.fileName}
            onClose={() => setExporting(false)}
          />
        </DialogBoundary>
      ) : null}
    </div>
  );
}
