import { useCallback } from 'react';
import { subscribe } from 'valtio/vanilla';
import { useObservable } from '#ui/use-observable.ts';
import styles from './device-card.module.css';
import type { CardSelection } from './selection/card-selection.ts';

/** Only the checkbox subscribes to the selection: selecting three hundred devices re-renders no card. */
export function CardCheckbox(props: { cardKey: string; label: string; selected: CardSelection }) {
  const { cardKey } = props;
  const { selection, select } = props.selected;
  const follow = useCallback((changed: () => void) => subscribe(selection, changed), [selection]);
  const isSelected = useObservable({ subscribe: follow }, () => selection[cardKey] === true);
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
