import { mdiBellOffOutline, mdiDeleteSweepOutline } from '@mdi/js';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type LogsOf, logPagesQuery } from '#rest/user-logs.ts';
import { Button } from '#ui/button.tsx';
import { DialogBoundary } from '#ui/dialog/dialog-boundary.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import { Pagination } from '#ui/list/pagination.tsx';
import { CleanUpDialog } from './clean-up-dialog.tsx';
import { eventLooks } from './event-looks.ts';
import { EventRows } from './event-rows.tsx';
import type { EventSubject } from './event-subject.ts';
import styles from './event-table.module.css';
import { m, wordsOf } from './messages.ts';
import { lookKey, useLookOwner } from './unseen-events.ts';

/** The fetched pages, and one more if there is one: it is fetched on demand. */
function useEventPages(of: LogsOf) {
  const query = useInfiniteQuery(logPagesQuery(of));
  const [turnedTo, setTurnedTo] = useState(1);
  const requestedPage = useRef(1);
  const pages = query.data?.pages ?? [];
  const page = Math.max(1, Math.min(turnedTo, pages.length));
  return {
    query,
    page,
    pageCount: pages.length + (query.hasNextPage ? 1 : 0),
    rows: pages[page - 1]?.rows,
    newest: pages[0]?.rows[0],
    async turnTo(next: number): Promise<void> {
      requestedPage.current = next;
      if (next > pages.length) await query.fetchNextPage();
      if (requestedPage.current === next) setTurnedTo(next);
    },
  };
}

function CleanUpButton(props: { subject: EventSubject; isEmpty: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { isEmpty } = props;
  return (
    <>
      <Button
        icon={mdiDeleteSweepOutline}
        aria-disabled={isEmpty}
        aria-description={isEmpty ? m.nothingToCleanUp : undefined}
        data-tip={isEmpty ? m.nothingToCleanUp : undefined}
        onClick={() => !isEmpty && setOpen(true)}
      >
        {m.cleanUp}
      </Button>
      {isOpen ? (
        <DialogBoundary onClose={() => setOpen(false)}>
          <CleanUpDialog subject={props.subject} onClose={() => setOpen(false)} />
        </DialogBoundary>
      ) : null}
    </>
  );
}

const WORDS = { loading: m.loading, failed: m.notLoaded, retry: m.retry, outdated: m.notRefreshed };

/** The events reported by policies, newest first. Rendering the table marks all of them as viewed. */
export function EventTable({ subject }: { subject: EventSubject }) {
  const owner = useLookOwner();
  const key = lookKey(subject.of);
  // Events that were new when the table was opened stay marked while it is open.
  const [lastLook] = useState(() => eventLooks.lastLook(owner, key));
  const { query, page, pageCount, rows, newest, turnTo } = useEventPages(subject.of);
  const newestTime = newest?.timeTriggered;
  useEffect(() => {
    if (newestTime !== undefined) eventLooks.look(owner, key, newestTime);
  }, [owner, key, newestTime]);
  const retry = () => (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch());

  return (
    <ListReader
      reading={{ data: rows, error: query.error, isFetching: query.isFetching, refetch: retry }}
      words={WORDS}
    >
      {(logs) => (
        <div className={styles.tab}>
          <div className={styles.bar}>
            <CleanUpButton subject={subject} isEmpty={logs.length === 0} />
          </div>
          {logs.length === 0 ? (
            <EmptyState icon={mdiBellOffOutline} title={m.noEvents} text={wordsOf(subject).noEventsText} />
          ) : (
            <div aria-busy={query.isFetchingNextPage}>
              <EventRows
                title={subject.title}
                logs={logs}
                lastLook={lastLook}
                withWho={'groupId' in subject.of}
              />
            </div>
          )}
          <Pagination page={page} pageCount={pageCount} onChange={(next) => void turnTo(next)} />
        </div>
      )}
    </ListReader>
  );
}
