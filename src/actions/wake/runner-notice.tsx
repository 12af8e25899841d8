import { mdiAlertOutline, mdiCheckCircleOutline, mdiOpenInNew } from '@mdi/js';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { m } from './messages.ts';
import type { RunnerCheck } from './runner-check.ts';
import styles from './wake-dialog.module.css';

const SET_UP_PAGE = '/docs/index.html#site-runner';

/** Whether there is anybody who can wake (WAKE-05, WAKE-06). */
export function RunnerNotice(props: { check: RunnerCheck; isGroup: boolean; onAgain: () => void }) {
  if (props.check === 'checking') {
    return (
      <div className={styles.checking}>
        <Spinner label={m.checking} size={18} />
        <span aria-hidden="true">{m.checking}</span>
      </div>
    );
  }
  if (props.check === 'here') {
    return (
      <p role="status" className={styles.here}>
        <Icon path={mdiCheckCircleOutline} size={18} />
        {m.runnerHere}
      </p>
    );
  }
  return (
    <div role="alert" className={styles.missing}>
      <Icon path={mdiAlertOutline} />
      <div className={styles.missingText}>
        <p>{props.isGroup ? m.noRunnerForGroup : m.noRunner}</p>
        {props.isGroup ? null : (
          <a href={SET_UP_PAGE} target="_blank" rel="noreferrer" className={styles.link}>
            {m.setUp}
            <Icon path={mdiOpenInNew} size={16} />
          </a>
        )}
        <div>
          <Button onClick={props.onAgain}>{m.checkAgain}</Button>
        </div>
      </div>
    </div>
  );
}
