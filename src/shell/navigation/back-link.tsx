import { mdiArrowLeft } from '@mdi/js';
import { Icon } from '#ui/icon/icon.tsx';
import styles from './back-link.module.css';
import { PlainLink } from './plain-link.tsx';

/** A link to the parent screen. `path`: a path of this console. */
export function BackLink({ path, label }: { path: string; label: string }) {
  return (
    <PlainLink path={path} className={styles.back}>
      <Icon path={mdiArrowLeft} size={18} />
      {label}
    </PlainLink>
  );
}
