import { mdiClose } from '@mdi/js';
import { type WakePeriod, WEEK } from '#domain/devices/wake-schedule.ts';
import { IconButton } from '#ui/button.tsx';
import { dayName, m } from './messages.ts';
import styles from './wake-schedule.module.css';

/** Start times of each day, Monday to Sunday. Read-only without `onRemove`. */
export function PeriodList(props: {
  periods: readonly WakePeriod[];
  onRemove: ((period: WakePeriod) => void) | undefined;
}) {
  const { periods, onRemove } = props;
  if (periods.length === 0) return <p className={styles.nothing}>{m.nothingPlanned}</p>;
  return (
    <ul aria-label={m.periods} className={styles.periods}>
      {WEEK.filter((day) => periods.some((each) => each.day === day)).map((day) => (
        <li key={day} className={styles.dayRow}>
          <span className={styles.dayName}>{dayName(day)}</span>
          <ul aria-label={dayName(day)} className={styles.times}>
            {periods
              .filter((each) => each.day === day)
              .map((period) => (
                <li key={period.time} className={styles.chip}>
                  {period.time}
                  {onRemove === undefined ? null : (
                    <IconButton
                      icon={mdiClose}
                      size="small"
                      label={m.remove({ day: dayName(day), time: period.time })}
                      onClick={() => onRemove(period)}
                    />
                  )}
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
