import { mdiAlertCircleOutline, mdiArchiveOffOutline } from '@mdi/js';
import type { ReactNode } from 'react';
import { AppError } from '#protocol/app-error.ts';
import { inventoryClient } from '#rest/inventory/inventory-client.ts';
import { asOf } from '#ui/as-of.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureNotice } from '#ui/failure/failure-notice.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import { Spinner } from '#ui/spinner.tsx';
import { useObservable } from '#ui/use-observable.ts';
import styles from './inventory.module.css';
import { m } from './messages.ts';
import type { ReadingPhase } from './use-inventory.ts';

const whyOf = ({ code = 'server' }: ReadingPhase) => failureText(new AppError(code, code));

const outdatedText = ({ keptAt }: ReadingPhase) =>
  keptAt === undefined ? m.outdated : m.outdatedSince({ when: asOf(keptAt, Date.now()) });

function Retry({ look }: { look: 'primary' | 'default' }) {
  return (
    <Button look={look} onClick={() => inventoryClient.refresh()}>
      {m.retry}
    </Button>
  );
}

/** Beside the search: the progress of reading the inventory. */
export function ReadingProgress() {
  const { name, read, total } = useObservable(inventoryClient.reading);
  if (name !== 'reading' || (read === 0 && total === undefined)) return null;
  return (
    <span className={styles.progress}>
      <progress aria-label={m.loading} max={total ?? 1} {...(total !== undefined && { value: read })} />
      {m.reading(read, total)}
    </span>
  );
}

/** The content, or the loading state, or why it cannot be loaded. */
export function ReadingState(props: {
  reading: ReadingPhase;
  /** Undefined before the first answer. */
  total: number | undefined;
  children: ReactNode;
}) {
  const { reading, total = 0 } = props;
  const { name, code } = reading;
  if (name === 'failed' && code === 'conflict')
    return <EmptyState icon={mdiArchiveOffOutline} title={m.switchedOff} text={m.switchedOffText} />;
  if (name === 'failed' && total === 0)
    return (
      <div role="alert">
        <EmptyState icon={mdiAlertCircleOutline} title={m.failed} text={whyOf(reading)}>
          <Retry look="primary" />
        </EmptyState>
      </div>
    );
  if (props.total === undefined || (name === 'reading' && total === 0)) return <Spinner label={m.loading} />;
  return (
    <>
      {name === 'failed' ? (
        <div className={styles.outdated}>
          <FailureNotice text={`${outdatedText(reading)} ${whyOf(reading)}`} />
          <Retry look="default" />
        </div>
      ) : null}
      {props.children}
    </>
  );
}
