import { mdiDownload } from '@mdi/js';
import { memo, useMemo } from 'react';
import { shownText } from '#domain/shown-text.ts';
import type { FileExchange } from '#peer/files/file-exchange.ts';
import {
  canResume,
  canRetry,
  canSave,
  type Direction,
  type FileRecord,
  isRunning,
} from '#peer/files/file-record.ts';
import { Boundary, listEntry } from '#ui/boundary/boundary.tsx';
import { Button } from '#ui/button.tsx';
import { useObservable } from '#ui/use-observable.ts';
import { m } from './messages.ts';
import { TotalBar } from './total-bar.tsx';
import { type TransferActions, TransferButtons } from './transfer-buttons.tsx';
import { TransferFile } from './transfer-file.tsx';
import styles from './transfer-list.module.css';

const idsOf = (records: readonly FileRecord[]) => records.map(({ id }) => id);

type Group = { key: string; name: string; records: readonly FileRecord[] };

/** Groups the files by batch and device, the latest batch first. */
function groupsOf(records: readonly FileRecord[], direction: Direction): Group[] {
  const batches = new Map<string, Map<string, FileRecord[]>>();
  for (const record of records) {
    if (record.direction !== direction) continue;
    const devices = batches.get(record.batchId) ?? new Map<string, FileRecord[]>();
    batches.set(record.batchId, devices);
    const { clientId } = record.target.recipient;
    const ofDevice = devices.get(clientId);
    if (ofDevice) ofDevice.push(record);
    else devices.set(clientId, [record]);
  }
  return [...batches].reverse().flatMap(([batchId, devices]) =>
    [...devices].map(([clientId, list]) => ({
      key: `${batchId} ${clientId}`,
      name: list[0]?.target.name ?? clientId,
      records: list,
    })),
  );
}

/** Files that are sent to a device share one connection; each collected file has its own. */
const Device = memo(
  function Device({ group, actions }: { group: Group; actions: TransferActions }) {
    const [first] = group.records;
    return (
      <li className={styles.device}>
        <div className={styles.deviceLine}>
          <bdi className={styles.name}>{shownText(group.name)}</bdi>
          {first?.direction === 'send' ? (
            <TransferButtons records={group.records} name={group.name} actions={actions} />
          ) : null}
        </div>
        <ul className={styles.files}>
          {group.records.map((record) => (
            <TransferFile key={record.id} record={record} actions={actions} />
          ))}
        </ul>
      </li>
    );
  },
  // A record is replaced whenever one of its fields changes.
  (before, now) =>
    before.actions === now.actions &&
    before.group.records.length === now.group.records.length &&
    before.group.records.every((record, at) => record === now.group.records[at]),
);

function AllButtons({ records, actions }: { records: readonly FileRecord[]; actions: TransferActions }) {
  const retryable = records.filter(canRetry);
  const resumable = records.filter(canResume);
  const running = records.filter(isRunning);
  const savable = records.filter(canSave);
  return (
    <div className={styles.buttons}>
      {running.length > 0 ? (
        <Button onClick={() => actions.cancel(idsOf(running))}>{m.cancelAll}</Button>
      ) : null}
      {savable.length > 1 && running.length === 0 ? (
        <Button icon={mdiDownload} onClick={() => actions.save(idsOf(savable))}>
          {m.saveAll}
        </Button>
      ) : null}
      {resumable.length > 1 ? (
        <Button onClick={() => actions.resume(idsOf(resumable))}>{m.resumeAll}</Button>
      ) : null}
      {retryable.length > 1 ? (
        <Button onClick={() => actions.retry(idsOf(retryable))}>{m.retryAll}</Button>
      ) : null}
      {running.length < records.length ? (
        <Button look="quiet" onClick={() => actions.clear(idsOf(records))}>
          {m.clear}
        </Button>
      ) : null}
    </div>
  );
}

/** Several files are packed into one download, which takes a moment. */
function PackingLine({ exchange }: { exchange: FileExchange }) {
  const packing = useObservable(exchange.packing);
  if (packing === undefined) return null;
  return (
    <p className={styles.packing}>
      <progress aria-label={m.packing({ ...packing, done: 0 })} value={packing.done} max={packing.count} />
      {m.packing(packing)}
    </p>
  );
}

/** The files sent or collected since the panel was opened, and their states. */
export function TransferList({ direction, exchange }: { direction: Direction; exchange: FileExchange }) {
  const { records, totals } = useObservable(exchange);
  const groups = useMemo(() => groupsOf(records, direction), [records, direction]);
  const mine = groups.flatMap((group) => group.records);
  return (
    <section aria-label={m.transfers} className={styles.section}>
      {mine.length === 0 ? (
        <p className={styles.nothing}>{direction === 'send' ? m.nothingSent : m.nothingCollected}</p>
      ) : (
        <>
          <TotalBar title={m.total} totals={totals[direction]} />
          {direction === 'collect' ? <PackingLine exchange={exchange} /> : null}
          <AllButtons records={mine} actions={exchange} />
          <ul className={styles.devices}>
            {groups.map((group) => (
              <Boundary key={group.key} kind="row" frame={listEntry}>
                <Device group={group} actions={exchange} />
              </Boundary>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
