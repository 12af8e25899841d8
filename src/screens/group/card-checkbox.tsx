import { useCallback, useSyncExternalStore } from 'react';
import { subscribe } from 'valtio/vanilla';
import styles from './device-card.module.css';
import { groupView } from './group-view.ts';

const follow = (changed: () => void) => subscribe(groupView.selection, changed);

/** The checkbox alone follows the selection: selecting three hundred devices renders no card. */
export function CardCheckbox(props: { clientId: string; label: string }) {
  const { clientId } = props;
  const isSelected = useSyncExternalStore(
    follow,
    useCallback(() => groupView.selection[clientId] === true, [clientId]),
  );
  return (
    <input
      type="checkbox"
      className={styles.check}
      checked={isSelected}
      aria-label={props.label}
      onChange={(event) => groupView.select(clientId, event.currentTarget.checked)}
    />
  );
}
