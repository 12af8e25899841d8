import { useFollow } from '../../shell/navigation/plain-link.tsx';
import styles from './event-bell.module.css';
import { m } from './messages.ts';

/**
 * The number of policy events of a person or a device that nobody has looked at, as a link to them. Draws nothing at 0. In
 * the course of a day most cards of a class have one: it is a single element, and its icon is of the style sheet.
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
