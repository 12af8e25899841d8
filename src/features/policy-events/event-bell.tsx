import { useFollow } from '#shell/navigation/plain-link.tsx';
import styles from './event-bell.module.css';
import { m } from './messages.ts';

/**
 * The number of unseen policy events of a person or a device, as a link to them. Renders nothing at 0. During
 * a day most cards get one, so it is a single element with its icon in the style sheet.
 */
export function EventBell(props: { count: number; name: string; path: string }) {
  const { count } = props;
  const follow = useFollow(props.path);
  if (count === 0) return null;
  const label = m.bell({ name: props.name, count });
  return (
    <a href={props.path} onClick={follow} className={styles.bell} aria-label={label} data-tip={label}>
      {count > 99 ? '99+' : count}
    </a>
  );
}
