import { mdiAlertCircleOutline } from '@mdi/js';
import { Icon } from '../icon/icon.tsx';
import styles from './failure-notice.module.css';

/** Shows in a form the failure and its remedy. Screen readers announce it at once. */
export function FailureNotice(props: { text: string }) {
  return (
    <div role="alert" className={styles.failure}>
      <Icon path={mdiAlertCircleOutline} />
      <p>{props.text}</p>
    </div>
  );
}
