import { mdiAlertCircleOutline, mdiBellOffOutline, mdiDeleteSweepOutline } from '@mdi/js';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Group } from '#protocol/rest/group.ts';
import { logPagesQuery } from '../../../rest/user-logs.ts';
import { alertLooks } from '../../../shell/alert-looks.ts';
import { alerts } from '../../../shell/alerts.ts';
import { textOfFailure } from '../../../shell/route-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { AlertRows } from './alert-rows.tsx';
import styles from './alerts-tab.module.css';
import { CleanUpDialog } from './clean-up-dialog.tsx';
import { m } from './messages.ts';
import { useLookOwner } from './use-alert-count.ts';

/** The pages that were read, and one more where there is one: it is read when it is asked for. */
function useAlertPages(groupId: string) {
  const query = useInfiniteQuery(logPagesQuery(groupId));
  const [wanted, setWanted] = useState(1);
  const pages = query.data?.pages ?? [];
  const page = Math.max(1, Math.min(wanted, pages.length));
  return {
    query,
    page,
    pageCount: pages.length + (query.hasNextPage ? 1 : 0),
    rows: pages[page - 1]?.rows,
    newest: pages[0]?.rows[0],
    async turnTo(next: number): Promise<void> {
      if (next > pages.length) await query.fetchNextPage();
      setWanted(next);
    },
  };
}

function CleanUpButton(props: { group: Group; isEmpty: boolean }) {
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
      {isOpen ? <CleanUpDialog group={props.group} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** The tab 'Alerts': what policies have reported, newest first. Opening it is looking at all of them. */
export function AlertsTab({ group }: { group: Group }) {
  const owner = useLookOwner();
  // What was new when the tab was opened stays marked while it is open.
  const [lastLook] = useState(() => alertLooks.lastLook(owner, group.id));
  const { query, page, pageCount, rows, newest, turnTo } = useAlertPages(group.id);
  const newestTime = newest?.timeTriggered;
  useEffect(() => {
    if (newestTime !== undefined) alertLooks.look(owner, group.id, newestTime);
  }, [owner, group.id, newestTime]);
  useEffect(() => alerts.closeEvents(), []);
  const retry = () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch());

  if (query.isPending) return <Spinner label={m.loading} />;
  if (rows === undefined)
    return (
      <div role="alert">
        <EmptyState icon={mdiAlertCircleOutline} title={m.notLoaded} text={textOfFailure(query.error)}>
          <Button look="primary" onClick={retry}>
            {m.retry}
          </Button>
        </EmptyState>
      </div>
    );
  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        <CleanUpButton group={group} isEmpty={rows.length === 0} />
      </div>
      {query.isError ? (
        <p role="alert" className={styles.failure}>
          {m.notRefreshed} {textOfFailure(query.error)} <Button onClick={retry}>{m.retry}</Button>
        </p>
      ) : null}
      {rows.length === 0 ? (
        <EmptyState icon={mdiBellOffOutline} title={m.noEvents} text={m.noEventsText} />
      ) : (
        <div aria-busy={query.isFetchingNextPage}>
          <AlertRows title={group.title} logs={rows} lastLook={lastLook} />
        </div>
      )}
      <Pagination page={page} pageCount={pageCount} onChange={(next) => void turnTo(next)} />
    </div>
  );
}
