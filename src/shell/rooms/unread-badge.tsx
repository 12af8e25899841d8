import { m } from '../messages.ts';
import { useUnreadCounts } from './room-news.ts';
import styles from './unread-badge.module.css';

const MAX_SHOWN = 99;

/** The number of unread messages, of one room or of all. Renders nothing for zero. */
export function UnreadBadge(props: { roomId?: string }) {
  const counts = useUnreadCounts();
  const count =
    props.roomId === undefined
      ? Object.values(counts).reduce((sum, each) => sum + each, 0)
      : (counts[props.roomId] ?? 0);
  if (count === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <span className="visually-hidden">{m.unreadMessages({ count })}</span>
    </span>
  );
}
