import { mdiAlertCircleOutline } from '@mdi/js';
import { Icon } from '../icon/icon.tsx';
import styles from './failure-notice.module.css';

/** Says in a form what has failed and what to try. Screen readers read it at once. */
export function FailureNotice(props: { text: string }) {
  return (
    <div role="alert" className={styles.failure}>
      <Icon path={mdiAlertCircleOutline} />
      <p>{props.text}</p>
    </div>
  );
}
