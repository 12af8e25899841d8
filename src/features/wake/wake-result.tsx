import { trimmedText } from '#domain/visible-text.ts';
import { Spinner } from '#ui/spinner.tsx';
import { m } from './messages.ts';
import styles from './wake-dialog.module.css';
import type { WakeOutcome } from './wake-outcome.ts';

const MAX_NAMES = 8;

export function NameList(props: { ids: readonly string[]; names: ReadonlyMap<string, string> }) {
  const { ids, names } = props;
  const rest = ids.length - MAX_NAMES;
  return (
    <ul className={styles.names}>
      {ids.slice(0, MAX_NAMES).map((id) => (
        <li key={id} className={styles.name}>
          <bdi>{trimmedText(names.get(id) ?? '') || m.unnamed}</bdi>
        </li>
      ))}
      {rest > 0 ? <li className={styles.more}>{m.andMore({ count: rest })}</li> : null}
    </ul>
  );
}

/** The outcome as text, with the names of the devices. */
export function WakeResult(props: { outcome: WakeOutcome; names: ReadonlyMap<string, string> }) {
  const { outcome, names } = props;
  if (outcome.name === 'waiting') {
    return (
      <div className={styles.checking}>
        <Spinner label={m.waking} size={18} isInline />
        <span aria-hidden="true">{m.waking}</span>
      </div>
    );
  }
  if (outcome.name === 'failed') {
    return (
      <p role="alert" className={styles.failure}>
        {m.failed[outcome.why]}
      </p>
    );
  }
  const { woken, unknown } = outcome;
  return (
    <div role="status" className={styles.result}>
      <p>{woken.length === 0 ? m.nobodyWoken : m.woken({ count: woken.length })}</p>
      {woken.length === 0 ? null : <NameList ids={woken} names={names} />}
      {unknown.length === 0 ? null : (
        <>
          <p>{m.unknown({ count: unknown.length })}</p>
          <NameList ids={unknown} names={names} />
        </>
      )}
    </div>
  );
}
