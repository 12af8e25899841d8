import { mdiAlertCircleOutline } from '@mdi/js';
import { Icon } from '../icon/icon.tsx';
import styles from './failure-notice.module.css';

/** In a form: what did not work, and what to try. Read out at once. */
export function FailureNotice(props: { text: string }) {
  return (
    <div role="alert" className={styles.failure}>
      <Icon path={mdiAlertCircleOutline} />
      <p>{props.text}</p>
    </div>
  );
}
