import { mdiAlertCircleOutline, mdiUpdate } from '@mdi/js';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureNotice } from '#ui/failure/failure-notice.tsx';
import { useWhenBack } from '../notices/use-when-back.ts';
import { m, problemText } from './messages.ts';
import styles from './part-failure.module.css';
import type { PartProblem } from './why-missing.ts';

export type Failure = {
  problem: PartProblem;
  isTrying: boolean;
  again(): void;
};

type FailureProps = { failure: Failure };

/** A reload helps against a new version, perhaps against a fault; offline, it would lose the page. */
function Remedy({ failure }: { failure: Failure }) {
  useWhenBack(() => failure.problem === 'unreachable' && failure.again());
  const reload = (look?: 'primary') => (
    <Button look={look} onClick={() => location.reload()}>
      {m.reload}
    </Button>
  );
  if (failure.problem === 'new-version') return reload('primary');
  return (
    <>
      {failure.problem === 'other' ? reload() : null}
      <Button look="primary" aria-disabled={failure.isTrying} onClick={failure.again}>
        {m.again}
      </Button>
    </>
  );
}

/** For a part without a place of its own on the page. */
export const atFoot = (notice: ReactNode) => <div className={styles.foot}>{notice}</div>;

/** Rendered in place of the part: the problem and its remedy. Everything around it stays. */
export function PartFailure({
  failure,
  onClose,
  isAtFoot,
}: FailureProps & { onClose?: () => void; isAtFoot?: boolean }) {
  return (
    <div className={isAtFoot ? styles.foot : styles.place}>
      <FailureNotice text={problemText[failure.problem]} />
      <div className={styles.buttons}>
        {onClose === undefined ? null : <Button onClick={onClose}>{m.close}</Button>}
        <Remedy failure={failure} />
      </div>
    </div>
  );
}

export function DialogFailure(props: FailureProps & { label: string; onClose: () => void }) {
  return (
    <Dialog label={props.label} width="28rem" closeLabel={m.close} onClose={props.onClose} withHeader>
      <div className={styles.dialog}>
        <PartFailure failure={props.failure} onClose={props.onClose} />
      </div>
    </Dialog>
  );
}

/** Rendered in place of a whole screen. */
export function ScreenFailure({ failure }: FailureProps) {
  const icon = failure.problem === 'new-version' ? mdiUpdate : mdiAlertCircleOutline;
  return (
    <div role="alert">
      <EmptyState icon={icon} title={m.title} text={problemText[failure.problem]}>
        <Remedy failure={failure} />
      </EmptyState>
    </div>
  );
}
