import { mdiCheckCircleOutline } from '@mdi/js';
import { FailureNotice } from '#ui/failure/failure-notice.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import styles from './connection-notice.module.css';
import type { TestNotice } from './use-connection-test.ts';

/** Result of a connection test. It is shown inside the dialog, because toasts are behind it. */
export function ConnectionNotice({ notice }: { notice: TestNotice | undefined }) {
  return (
    <>
      <div role="status">
        {notice?.isGood ? (
          <p className={styles.good}>
            <Icon path={mdiCheckCircleOutline} />
            {notice.text}
          </p>
        ) : null}
      </div>
      {notice && !notice.isGood ? <FailureNotice text={notice.text} /> : null}
    </>
  );
}
