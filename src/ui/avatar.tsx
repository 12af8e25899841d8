import { useState } from 'react';
import styles from './avatar.module.css';

/** The first letters of the first and last word of a name. */
function initials(name: string): string {
  const words = name.split(/[\s.@-]+/).filter((word) => word !== '');
  const first = words[0]?.at(0) ?? '?';
  const last = words.length > 1 ? (words.at(-1)?.at(0) ?? '') : '';
  return (first + last).toUpperCase();
}

/** Shows a person's picture, or the initials where there is no picture or it does not load. Decorative. */
export function Avatar(props: { name: string; picture?: string | undefined }) {
  const [broken, setBroken] = useState<string>();
  const shown = props.picture !== undefined && props.picture !== '' && props.picture !== broken;
  return (
    <span className={styles.avatar} aria-hidden="true">
      {shown ? (
        <img
          src={props.picture}
          alt=""
          referrerPolicy="no-referrer"
          className={styles.picture}
          onError={() => setBroken(props.picture)}
        />
      ) : (
        initials(props.name)
      )}
    </span>
  );
}
