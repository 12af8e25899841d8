import { mdiAlertOutline, mdiCheckCircleOutline, mdiOpenInNew } from '@mdi/js';
import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { m } from './messages.ts';
import type { RunnerCheck } from './runner-check.ts';
import styles from './wake-dialog.module.css';

const SET_UP_PAGE = '/docs/index.html#site-runner';

type NoticeProps = { check: RunnerCheck; isGroup: boolean; onAgain: () => void };

function Notice(props: NoticeProps) {
  if (props.check === 'checking') {
    return (
      <div className={styles.checking}>
        <Spinner label={m.checking} size={18} isInline />
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

/** Shows whether the site has a runner that can wake devices. */
export function RunnerNotice(props: NoticeProps) {
  const ref = useRef<HTMLDivElement>(null);
  function again(): void {
    // The button is removed during the check.
    ref.current?.focus();
    props.onAgain();
  }
  return (
    <div ref={ref} tabIndex={-1}>
      <Notice {...props} onAgain={again} />
    </div>
  );
}
