import { mdiBellRingOutline } from '@mdi/js';
import { PlainLink } from '../../shell/navigation/plain-link.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import styles from './event-bell.module.css';
import { m } from './messages.ts';

/** The number of policy events of a person or a device that nobody has looked at, as a link to them. Draws nothing at 0. */
export function EventBell(props: { count: number; name: string; path: string }) {
  const { count } = props;
  if (count === 0) return null;
  const label = m.bell({ name: props.name, count });
  return (
    <PlainLink path={props.path} className={styles.bell} aria-label={label} data-tip={label}>
      <Icon path={mdiBellRingOutline} size={16} />
      {count > 99 ? '99+' : count}
    </PlainLink>
  );
}
