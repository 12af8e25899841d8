import { mdiBroom, mdiMonitorOff, mdiRefresh } from '@mdi/js';
import { useEffect, useMemo, useState } from 'react';
import { TIMING } from '#domain/timing.ts';
import { dropText } from '#features/why-dark/messages.ts';
import type { GroupWatch } from '#live/group-watch.ts';
import { useGroupWatch } from '#live/use-group-watch.ts';
import type { DebugReport } from '#protocol/debug-report.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import { ScreenHeader } from '#shell/layout/screen-header.tsx';
import { BackLink } from '#shell/navigation/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { ClientCard } from './client-card.tsx';
import { sortedClients, statisticsOf } from './debug-facts.ts';
import styles from './debug-view.module.css';
import { DemandList } from './demand-list.tsx';
import { m } from './messages.ts';
import { StandardView } from './standard-view.tsx';
import { useDebugReport } from './use-debug-report.ts';
import { useNow } from './use-now.ts';

/** The smallest pictures that are readable, because this view is about messages. */
const THUMBNAILS = { quality: 40, intervalMs: TIMING.groupThumbnailMs, width: 320, height: 180 };

const requestFor = (groupId: string, withPictures: boolean): WatchRequest => ({
  of: { groupId },
  feeds: ['info', 'tabs', 'applications', 'statuses', ...(withPictures ? (['thumbnails'] as const) : [])],
  ...(withPictures && { thumbnails: THUMBNAILS }),
});

/** Shows a spinner for two seconds, and ignores presses meanwhile. */
function RefreshButton({ watch }: { watch: GroupWatch }) {
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setBusy(false), TIMING.refreshLockMs);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return (
    <>
      <Button
        icon={mdiRefresh}
        aria-disabled={isBusy}
        onClick={() => {
          if (isBusy) return;
          setBusy(true);
          watch.refresh();
        }}
      >
        {m.refresh}
      </Button>
      {isBusy ? <Spinner label={m.refreshing} size={18} isInline /> : null}
    </>
  );
}

function Toggle(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className={styles.toggle}>
      <input
        type="checkbox"
        checked={props.isOn}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      {props.label}
    </label>
  );
}

function Statistics({ report }: { report: DebugReport }) {
  const { seen, online, withInfo } = statisticsOf(report.clients);
  const cards = [
    { title: m.totalSeen, count: seen },
    { title: m.online, count: online },
    { title: m.withInfo, count: withInfo },
  ];
  return (
    <dl className={styles.statistics} aria-label={m.statistics}>
      {cards.map(({ title, count }) => (
        <div key={title} className={styles.statistic}>
          <dt>{title}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}

function Dropped({ dropped }: { dropped: DebugReport['dropped'] }) {
  const counts = Object.entries(dropped).sort(([, a], [, b]) => b - a);
  if (counts.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="debug-dropped">
      <h2 id="debug-dropped">{m.droppedTitle}</h2>
      <ul className={styles.dropped}>
        {counts.map(([reason, count]) => (
          <li key={reason}>{m.dropped({ count, what: dropText(reason), reason })}</li>
        ))}
      </ul>
    </section>
  );
}

function Clients(props: {
  watch: GroupWatch;
  groupId: string;
  report: DebugReport;
  soughtId: string | undefined;
}) {
  const { watch, groupId, report, soughtId } = props;
  const nowMs = useNow();
  if (report.clients.length === 0)
    return <EmptyState icon={mdiMonitorOff} title={m.noClients} text={m.noClientsText} />;
  return (
    <ul className={styles.cards} aria-label={m.clients}>
      {sortedClients(report.clients).map((client) => (
        <ClientCard
          key={client.clientId}
          watch={watch}
          groupId={groupId}
          client={client}
          nowMs={nowMs}
          isSought={client.clientId === soughtId}
        />
      ))}
    </ul>
  );
}

/** Sent demands, replies, and the worker's record of each client. `soughtId`: the card to scroll to. */
export function DebugView({ group, soughtId }: { group: Group; soughtId?: string | undefined }) {
  const [showsPictures, setShowsPictures] = useState(false);
  const [showsClients, setShowsClients] = useState(true);
  const watch = useGroupWatch(useMemo(() => requestFor(group.id, showsPictures), [group.id, showsPictures]));
  const { report, clear } = useDebugReport(group.id);
  const title = m.title({ group: group.title });
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.groups, link: { to: '/settings/groups' } }, { title }]} />
      <div className={styles.toolbar}>
        <BackLink path={`/group/${encodeURIComponent(group.id)}`} label={m.backToGroup} />
        <fieldset className={styles.toggles}>
          <legend className="visually-hidden">{m.shown}</legend>
          <Toggle label={m.standardView} isOn={showsPictures} onChange={setShowsPictures} />
          <Toggle label={m.clientData} isOn={showsClients} onChange={setShowsClients} />
        </fieldset>
        <Button icon={mdiBroom} onClick={clear}>
          {m.clear}
        </Button>
        <RefreshButton watch={watch} />
      </div>
      {report === undefined ? (
        <Spinner label={m.loadingGroup} />
      ) : (
        <div className={styles.body}>
          <Statistics report={report} />
          <section className={styles.section} aria-labelledby="debug-demands">
            <h2 id="debug-demands">{m.groupDemands}</h2>
            {report.groupDemands.length === 0 ? (
              <p className={styles.none}>{m.noGroupDemands}</p>
            ) : (
              <DemandList demands={report.groupDemands} />
            )}
          </section>
          <Dropped dropped={report.dropped} />
          {showsPictures ? (
            <section className={styles.section} aria-labelledby="debug-standard">
              <h2 id="debug-standard">{m.standardTitle}</h2>
              <StandardView watch={watch} groupId={group.id} clients={report.clients} />
            </section>
          ) : null}
          {showsClients ? (
            <section className={styles.section} aria-labelledby="debug-clients">
              <h2 id="debug-clients">{m.clients}</h2>
              <Clients watch={watch} groupId={group.id} report={report} soughtId={soughtId} />
            </section>
          ) : null}
        </div>
      )}
    </>
  );
}
