import { mdiAlertCircleOutline } from '@mdi/js';
import { type ReactNode, useRef } from 'react';
import { Boundary } from '../boundary/boundary.tsx';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import { FailureNotice } from '../failure/failure-notice.tsx';
import { type FailureWords, failureText } from '../failure/failure-text.ts';
import { SearchField } from '../field/search-field.tsx';
import { PageBody } from '../page-body.tsx';
import { Spinner } from '../spinner.tsx';
import styles from './list-page.module.css';
import { NothingFound } from './nothing-found.tsx';
import { Pagination } from './pagination.tsx';
import type { List } from './use-list.ts';

/** The state of a list, as a TanStack query. */
export type ListReading<Data> = {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

export type ListWords = {
  loading: string;
  failed: string;
  retry: string;
  /** A later fetch failed. Absent: this is not shown. */
  outdated?: string;
};

/** Renders the data of a list, before that a spinner, or the failure with a retry button. */
export function ListReader<Data>(props: {
  reading: ListReading<Data>;
  words: ListWords;
  failureWords?: FailureWords;
  children: (data: Data) => ReactNode;
}) {
  const { reading, words } = props;
  const { data, error, isFetching, refetch } = reading;
  if (data === undefined && error === null) return <Spinner label={words.loading} />;
  const why = error === null ? '' : failureText(error, props.failureWords);
  const retry = (look: 'primary' | 'default') => (
    <Button look={look} aria-disabled={isFetching} onClick={() => !isFetching && void refetch()}>
      {words.retry}
    </Button>
  );
  if (data === undefined)
    return (
      <div role="alert">
        <EmptyState icon={mdiAlertCircleOutline} title={words.failed} text={why}>
          {retry('primary')}
        </EmptyState>
      </div>
    );
  return (
    <>
      {error === null || words.outdated === undefined ? null : (
        <div className={styles.outdated}>
          <FailureNotice text={`${words.outdated} ${why}`} />
          {retry('default')}
        </div>
      )}
      {props.children(data)}
    </>
  );
}

/** The page of a list: a search above, its rows, and the pages below. */
export function ListPage<Row>(props: {
  list: List<Row>;
  searchLabel: string;
  noMatch: string;
  /** Beside the search. */
  status?: ReactNode;
  /** Between the search and the rows, such as a bar of actions for selected rows. */
  bar?: ReactNode;
  children: (shown: readonly Row[]) => ReactNode;
}) {
  const { list } = props;
  const field = useRef<HTMLInputElement>(null);
  return (
    <PageBody
      controls={
        <>
          <SearchField ref={field} label={props.searchLabel} value={list.query} onChange={list.search} />
          {props.status}
        </>
      }
    >
      {props.bar}
      {list.shown.length === 0 ? (
        <NothingFound title={props.noMatch} query={list.query} onSearch={list.search} field={field} />
      ) : (
        <Boundary kind="panel">{() => props.children(list.shown)}</Boundary>
      )}
      <Pagination page={list.page} pageCount={list.pageCount} onChange={list.turnTo} />
    </PageBody>
  );
}
