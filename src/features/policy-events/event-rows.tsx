import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { shownText } from '#domain/shown-text.ts';
import { dayAndTimeWithSeconds } from '#domain/time-text.ts';
import type { UserLog } from '#protocol/rest/user-log.ts';
import { policiesQuery } from '#rest/policies.ts';
import { DataTable } from '#ui/list/data-table.tsx';
import { EventPicture } from './event-picture.tsx';
import styles from './event-table.module.css';
import { eventDetails, isNewer, whatHappened, whoOf } from './event-words.ts';
import { m } from './messages.ts';

const COLUMNS = [m.time, m.who, m.what, m.policy, m.details];
const COLUMNS_OF_ONE = COLUMNS.filter((column) => column !== m.who);

const timeText = (time: string) => {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? '' : dayAndTimeWithSeconds(ms);
};

/** Policy id → name. Rows without a name show only the rule. */
function usePolicyNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(policiesQuery());
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data]);
}

function EventRow(props: { log: UserLog; isNew: boolean; policy: string | undefined; withWho: boolean }) {
  const { log, isNew, policy } = props;
  const rule = shownText(log.rule ?? '');
  return (
    <tr data-new={isNew || undefined} className={styles.row}>
      <td className={styles.time}>
        <time dateTime={log.timeTriggered}>{timeText(log.timeTriggered)}</time>
        {isNew ? <span className={styles.new}>{m.isNew}</span> : null}
      </td>
      {props.withWho ? (
        <td>
          <bdi>{whoOf(log)}</bdi>
        </td>
      ) : null}
      <td>
        <bdi>{whatHappened(log)}</bdi>
      </td>
      <td>
        {policy === undefined ? null : (
          <p className={styles.detail}>
            <bdi>{shownText(policy)}</bdi>
          </p>
        )}
        {rule === '' ? null : (
          <p className={styles.detail}>
            <span className={styles.label}>{m.rule}:</span> <bdi>{rule}</bdi>
          </p>
        )}
      </td>
      <td>
        {eventDetails(log).map(({ key, label, text }) => (
          <p key={key} className={styles.detail}>
            <span className={styles.label}>{label}:</span> <bdi>{text}</bdi>
          </p>
        ))}
        {log.mediaImages.map((mediaId) => (
          <EventPicture
            key={mediaId}
            mediaId={mediaId}
            alt={m.picture({ who: whoOf(log), time: timeText(log.timeTriggered) })}
          />
        ))}
      </td>
    </tr>
  );
}

/** One page of events. Events after `lastLook` are marked as new. `withWho`: the events of several people. */
export function EventRows(props: {
  title: string;
  logs: readonly UserLog[];
  lastLook: string | undefined;
  withWho: boolean;
}) {
  const policyNames = usePolicyNames();
  return (
    <DataTable caption={m.table({ title: props.title })} columns={props.withWho ? COLUMNS : COLUMNS_OF_ONE}>
      {props.logs.map((log) => (
        <EventRow
          key={log.id}
          log={log}
          withWho={props.withWho}
          isNew={isNewer(log, props.lastLook)}
          policy={policyNames.get(log.policyId ?? '')}
        />
      ))}
    </DataTable>
  );
}
