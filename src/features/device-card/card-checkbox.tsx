import { useCallback, useSyncExternalStore } from 'react';
import { subscribe } from 'valtio/vanilla';
import { useGroupView } from '../../screens/group/group-view.ts';
import styles from './device-card.module.css';

/** The checkbox alone follows the selection: selecting three hundred devices renders no card. */
export function CardCheckbox(props: { cardKey: string; label: string }) {
  const { cardKey } = props;
  const { selection, select } = useGroupView();
  const isSelected = useSyncExternalStore(
    useCallback((changed: () => void) => subscribe(selection, changed), [selection]),
    () => selection[cardKey] === true,
  );
  return (
    <input
      type="checkbox"
      className={styles.check}
      checked={isSelected}
      aria-label={props.label}
      onChange={(event) => select(cardKey, event.currentTarget.checked)}
    />
  );
}
