import { clockTimeWithSeconds } from '#domain/time-text.ts';
import type { SentDemand } from '#protocol/debug-report.ts';
import { demandText } from './debug-facts.ts';
import styles from './debug-view.module.css';
import { m } from './messages.ts';

const SHOWN = 6;

function Entries({ demands }: { demands: readonly SentDemand[] }) {
  return (
    <ol className={styles.demands}>
      {demands.map((sent, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same demand may be sent twice in a moment
        <li key={`${sent.at} ${i}`}>
          <time dateTime={new Date(sent.at).toISOString()} className={styles.time}>
            {clockTimeWithSeconds(sent.at)}
          </time>{' '}
          {demandText(sent)}
        </li>
      ))}
    </ol>
  );
}

/** The newest demands first; older ones are collapsed. */
export function DemandList({ demands }: { demands: readonly SentDemand[] }) {
  const newest = demands.toReversed();
  const older = newest.slice(SHOWN);
  return (
    <>
      <Entries demands={newest.slice(0, SHOWN)} />
      {older.length === 0 ? null : (
        <details>
          <summary className={styles.older}>{m.olderDemands({ count: older.length })}</summary>
          <Entries demands={older} />
        </details>
      )}
    </>
  );
}
