import { mdiClose, mdiContentCopy, mdiPlus } from '@mdi/js';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ConditionParameters, Period } from '#domain/policies/conditions.ts';
import { isPeriod } from '#domain/policies/policy-schedule.ts';
import { CONDITION_LOOKS } from '#features/policies/parts/part-looks.ts';
import { dayName, WEEK } from '#features/policies/parts/schedule-text.ts';
import { IconButton } from '#ui/button.tsx';
import { CheckField } from '#ui/field/field.tsx';
import { schedule as m } from '../messages.ts';
import { PartDialog, type PartDialogProps } from '../part-dialog.tsx';
import { isSameList } from './lines.ts';
import styles from './schedule-dialog.module.css';
import { copiedToWorkdays, MAX_PERIODS } from './schedule-periods.ts';

type Schedule = ConditionParameters<'ScheduleConditionDefinition'>;
/** `key`: identifies the period while it is edited. */
type Row = Period & { key: number };

let lastKey = 0;
/** In the format of time fields. */
const fieldTime = (time: string) => (time === '' ? '' : time.padStart(5, '0'));
const rowOf = ({ day, startTime, endTime }: Period): Row => {
  lastKey += 1;
  return { day, startTime: fieldTime(startTime), endTime: fieldTime(endTime), key: lastKey };
};
const periodOf = ({ day, startTime, endTime }: Row): Period => ({ day, startTime, endTime });
const emptyOn = (day: number): Row => rowOf({ day, startTime: '', endTime: '' });

function obstacle(rows: readonly Row[], isRemoving: boolean): string | undefined {
  if (!isRemoving && rows.some((row) => !isPeriod(row))) return m.invalid;
  return rows.some(isPeriod) ? undefined : m.needed;
}

/** The times of the week at which a policy is active. */
export function ScheduleDialog({ value, onSubmit, onClose }: PartDialogProps<Schedule>) {
  const [first] = useState(() => (value?.periods ?? []).map(rowOf));
  const [rows, setRows] = useState<readonly Row[]>(first);
  const [isRemoving, setRemoving] = useState(false);
  const [isAttempted, setAttempted] = useState(false);
  const week = useRef<HTMLUListElement>(null);
  const isInvalid = rows.some((row) => !isPeriod(row));
  const change = (key: number, part: Partial<Period>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  /** The focus moves to a new period, or from a removed one to the next period of its day. */
  function replace(next: readonly Row[], focus: string): void {
    flushSync(() => setRows(next));
    week.current?.querySelector<HTMLElement>(focus)?.focus();
  }
  function add(day: number): void {
    const row = emptyOn(day);
    replace([...rows, row], `[data-period="${row.key}"] input`);
  }
  function remove(row: Row): void {
    const left = rows.filter((each) => each !== row);
    const ofDay = left.filter(({ day }) => day === row.day);
    const next = ofDay.find(({ key }) => rows.findIndex((each) => each.key === key) > rows.indexOf(row));
    const near = next ?? ofDay.at(-1);
    replace(left, near ? `[data-period="${near.key}"] button` : `[data-buttons="${row.day}"] button`);
  }
  const why = obstacle(rows, isInvalid && isRemoving);
  return (
    <PartDialog
      title={CONDITION_LOOKS.ScheduleConditionDefinition.title}
      width="624px"
      isChanged={!isSameList(rows.map(periodOf), first.map(periodOf))}
      obstacle={why}
      onAttempt={() => setAttempted(true)}
      onSubmit={() => onSubmit({ periods: rows.filter(isPeriod).map(periodOf) })}
      onClose={onClose}
    >
      <p className={styles.hint}>{m.timesOf}</p>
      <ul ref={week} className={styles.week}>
        {WEEK.map((day) => (
          <DayRow
            key={day}
            day={day}
            rows={rows.filter((row) => row.day === day)}
            isFull={rows.length >= MAX_PERIODS}
            onAdd={() => add(day)}
            onCopy={() =>
              setRows(copiedToWorkdays(rows, day).map((row) => ('key' in row ? row : rowOf(row))))
            }
            onChange={change}
            onRemove={remove}
          />
        ))}
      </ul>
      {isAttempted && why === m.needed ? (
        <p role="alert" className={styles.needed}>
          {m.needed}
        </p>
      ) : null}
      {isInvalid ? (
        <div className={styles.invalid}>
          <p role="alert">{m.invalid}</p>
          <CheckField label={m.removeInvalid} value={isRemoving} onChange={setRemoving} />
        </div>
      ) : null}
    </PartDialog>
  );
}

function DayRow(props: {
  day: number;
  rows: readonly Row[];
  isFull: boolean;
  onAdd: () => void;
  onCopy: () => void;
  onChange: (key: number, part: Partial<Period>) => void;
  onRemove: (row: Row) => void;
}) {
  const { rows, onChange } = props;
  const day = dayName(props.day);
  return (
    <li className={styles.day}>
      <span className={styles.name}>{day}</span>
      {rows.length === 0 ? <span className={styles.hint}>{m.none}</span> : null}
      <ul className={styles.periods} aria-label={day}>
        {rows.map((row, index) => {
          const at = index + 1;
          const isValid = isPeriod(row);
          return (
            <li
              key={row.key}
              className={styles.period}
              data-period={row.key}
              data-invalid={!isValid || undefined}
            >
              <input
                type="time"
                className={styles.time}
                aria-label={m.start({ day, at })}
                aria-invalid={!isValid}
                value={row.startTime}
                onChange={(event) => onChange(row.key, { startTime: event.currentTarget.value })}
              />
              {m.to}
              <input
                type="time"
                className={styles.time}
                aria-label={m.end({ day, at })}
                aria-invalid={!isValid}
                value={row.endTime}
                onChange={(event) => onChange(row.key, { endTime: event.currentTarget.value })}
              />
              <IconButton
                icon={mdiClose}
                size="small"
                label={m.remove({ day, at })}
                onClick={() => props.onRemove(row)}
              />
            </li>
          );
        })}
      </ul>
      <span className={styles.buttons} data-buttons={props.day}>
        <IconButton
          icon={mdiPlus}
          size="small"
          label={m.add({ day })}
          disabled={props.isFull}
          onClick={props.onAdd}
        />
        <IconButton
          icon={mdiContentCopy}
          size="small"
          label={m.copy({ day })}
          disabled={rows.length === 0}
          onClick={props.onCopy}
        />
      </span>
    </li>
  );
}
