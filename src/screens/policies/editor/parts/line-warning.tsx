import { mdiAlertOutline } from '@mdi/js';
import { shownName } from '#domain/people/shown-name.ts';
import { Icon } from '#ui/icon/icon.tsx';
import styles from './line-warning.module.css';

const WARNING_LENGTH = 200;

/** Lists lines without effect, while they are typed. They may be submitted all the same. */
export function LineWarning(props: { text: (p: { entries: string }) => string; lines: readonly string[] }) {
  const { lines } = props;
  return (
    <p role="status" className={styles.warning}>
      {lines.length === 0 ? null : (
        <>
          <Icon path={mdiAlertOutline} size={18} />
          {props.text({ entries: shownName(lines.join(', '), WARNING_LENGTH) })}
        </>
      )}
    </p>
  );
}
