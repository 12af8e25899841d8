import { useState } from 'react';
import { avatarAddress } from '#domain/people/avatar-address.ts';
import styles from './avatar.module.css';

/** The first letters of the first and last word of a name. */
function initials(name: string): string {
  const words = name.split(/[\s.@-]+/).filter((word) => word !== '');
  const first = words[0]?.at(0) ?? '?';
  const last = words.length > 1 ? (words.at(-1)?.at(0) ?? '') : '';
  return (first + last).toUpperCase();
}

/** In CSS pixels: in lists, among a few persons, on a person's own page. */
export type AvatarSize = 28 | 40 | 88;

/**
 * Shows a person's picture, or the initials if there is no picture or it does not load. Decorative. The
 * picture is requested at its displayed size.
 */
export function Avatar(props: { name: string; picture?: string | undefined; size?: AvatarSize }) {
  const { size = 28 } = props;
  const [broken, setBroken] = useState<string>();
  const shown = props.picture !== undefined && props.picture !== '' && props.picture !== broken;
  return (
    <span className={styles.avatar} data-size={size} aria-hidden="true">
      {shown ? (
        <img
          src={avatarAddress(props.picture ?? '', Math.ceil(size * devicePixelRatio))}
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
