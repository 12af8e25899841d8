import { mdiPlus } from '@mdi/js';
import { type FormEvent, useId, useState } from 'react';
import { canAddPeriods, WEEK } from '#domain/devices/wake-schedule.ts';
import { Button } from '#ui/button.tsx';
import { dayName, m } from './messages.ts';
import styles from './wake-schedule.module.css';

/** Days and one start time; Add adds the time to each of the days. */
export function PeriodForm(props: { onAdd: (days: readonly number[], time: string) => void }) {
  const [days, setDays] = useState<readonly number[]>([]);
  const [time, setTime] = useState('');
  const id = useId();
  const canAdd = canAddPeriods(days, time);

  function add(event: FormEvent): void {
    event.preventDefault();
    if (!canAdd) return;
    props.onAdd(days, time);
    setDays([]);
    setTime('');
  }

  return (
    <form className={styles.add} onSubmit={add}>
      <fieldset className={styles.days}>
        <legend className={styles.label}>{m.days}</legend>
        {WEEK.map((day) => (
          <label key={day} className={styles.day}>
            <input
              type="checkbox"
              checked={days.includes(day)}
              onChange={(event) =>
                setDays(event.currentTarget.checked ? [...days, day] : days.filter((each) => each !== day))
              }
            />
            {dayName(day)}
          </label>
        ))}
      </fieldset>
      <div className={styles.when}>
        <label htmlFor={`${id}-time`} className={styles.label}>
          {m.startTime}
        </label>
        <input
          id={`${id}-time`}
          type="time"
          className={styles.time}
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
        />
        <Button
          type="submit"
          icon={mdiPlus}
          aria-disabled={!canAdd}
          aria-description={canAdd ? undefined : m.addHint}
        >
          {m.add}
        </Button>
      </div>
    </form>
  );
}
