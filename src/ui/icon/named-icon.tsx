import { mdiShapeOutline } from '@mdi/js';
import { useCallback } from 'react';
import { chipColours } from '#domain/chip-colour.ts';
import { useObservable } from '../use-observable.ts';
import styles from './named-icon.module.css';
import { namedIcons } from './named-icons.ts';

/** The placeholder for an unknown icon. */
const NEUTRAL = mdiShapeOutline;

/**
 * An icon chosen by its name (`mdi-…`), on a chip of the chosen colour. Decorative, because its label is
 * beside it. The chip is rendered at once, the icon when it has loaded.
 */
export function NamedIcon(props: {
  name: string;
  color: string;
  size?: number;
  /** Omits the colour, because the represented object has no effect now. */
  isOff?: boolean;
}) {
  const { name } = props;
  const size = props.size ?? 24;
  const subscribe = useCallback((call: () => void) => namedIcons.subscribe(name, call), [name]);
  const icon = useObservable({ subscribe }, () => namedIcons.get(name));
  const colours = props.isOff ? undefined : chipColours(props.color);
  return (
    <svg
      viewBox="-6 -6 36 36"
      width={size}
      height={size}
      className={styles.chip}
      data-off={props.isOff || undefined}
      style={colours && { background: colours.ground, color: colours.ink }}
      aria-hidden="true"
      data-icon={icon === undefined ? 'loading' : icon === 'unknown' ? 'neutral' : name}
    >
      {icon === undefined ? null : <path d={icon === 'unknown' ? NEUTRAL : icon.path} />}
    </svg>
  );
}
