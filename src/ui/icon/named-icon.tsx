import { mdiShapeOutline } from '@mdi/js';
import { useCallback } from 'react';
import { chipColours } from '#domain/chip-colour.ts';
import { useObservable } from '../use-observable.ts';
import styles from './named-icon.module.css';
import { namedIcons } from './named-icons.ts';

/** This path stands for an icon that does not exist. */
const NEUTRAL = mdiShapeOutline;

/**
 * An icon that somebody chose by its name (`mdi-…`), on a chip of the colour that they chose with it. Decorative: its
 * words stand beside it. The chip is drawn at once, and the icon when it has been read.
 */
export function NamedIcon(props: {
  name: string;
  color: string;
  size?: number;
  /** The chip is drawn without its colour: the thing that it stands for has no effect now. */
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
