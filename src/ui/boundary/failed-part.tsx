import type { PartKind } from '#protocol/render-failure.ts';
import { Button } from '../button.tsx';
import styles from './failed-part.module.css';

const TEXT: Record<PartKind, string> = {
  card: 'This card could not be shown.',
  tile: 'This tile could not be shown.',
  row: 'This row could not be shown.',
  dialog: 'This dialog could not be shown.',
  panel: 'This part of the page could not be shown.',
  page: 'This page could not be shown.',
};

/** Many of these may fail together, so they do not interrupt a screen reader. */
const SMALL: ReadonlySet<PartKind> = new Set(['card', 'tile', 'row']);

export function FailedPart(props: {
  kind: PartKind;
  onRetry: () => void;
  onClose?: (() => void) | undefined;
}) {
  const { kind, onClose } = props;
  return (
    <div className={styles.failed} data-failed-part={kind} role={SMALL.has(kind) ? undefined : 'alert'}>
      <p>{TEXT[kind]}</p>
      <div className={styles.buttons}>
        <Button onClick={props.onRetry}>Try again</Button>
        {onClose === undefined ? null : <Button onClick={onClose}>Close</Button>}
      </div>
    </div>
  );
}
