/** Explains why pictures arrive less often than usual. Empty while they arrive at the normal rate. */
import { mdiPresentation, mdiWifiAlert } from '@mdi/js';
import { useLine } from '#live/use-line.ts';
import { Icon } from '#ui/icon/icon.tsx';
import styles from './line-notice.module.css';
import { m } from './messages.ts';

export function LineNotice() {
  const { reason } = useLine();
  return (
    <div role="status" className={styles.place}>
      {reason === undefined ? null : (
        <p className={styles.notice}>
          <Icon path={reason === 'slow-line' ? mdiWifiAlert : mdiPresentation} size={20} />
          {reason === 'slow-line' ? m.slowLine : m.slowForShare}
        </p>
      )}
    </div>
  );
}
