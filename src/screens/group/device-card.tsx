import { mdiFullscreen, mdiKeyboardOffOutline, mdiLock, mdiMonitorShare, mdiVolumeOff } from '@mdi/js';
import { memo, useCallback, useEffect, useRef } from 'react';
import { useDevice } from '../../live/device-store.ts';
import type { GroupWatch } from '../../live/group-watch.ts';
import { useConnection } from '../../live/use-connection.ts';
import { DeviceTypeIcon } from '../../ui/device-type-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CardBell } from './card-bell.tsx';
import { CardCheckbox } from './card-checkbox.tsx';
import {
  deviceTitle,
  deviceType,
  personName,
  type StatusMark,
  staleMark,
  statusMarks,
} from './card-facts.ts';
import { CardItems } from './card-items.tsx';
import { CardLines } from './card-lines.tsx';
import { CardName } from './card-name.tsx';
import { CardScreen } from './card-screen.tsx';
import styles from './device-card.module.css';
import { m } from './messages.ts';
import type { NearCards } from './near-cards.ts';
import { CardPolicies } from './policies/card-policies.tsx';
import type { VisibleCards } from './visible-cards.ts';

const MARKS: Record<StatusMark, string> = {
  sharedScreen: mdiMonitorShare,
  fullScreen: mdiFullscreen,
  locked: mdiLock,
  muted: mdiVolumeOff,
  inputsBlocked: mdiKeyboardOffOutline,
};

type DeviceCardProps = {
  watch: GroupWatch;
  groupId: string;
  clientId: string;
  visibleCards: VisibleCards;
  nearCards: NearCards;
};

/**
 * One device. Plain elements, its own subscription, and nothing from above that changes: a card repaints alone.
 * What a device says is text, and long text is cut, never wrapped into its neighbours.
 */
export const DeviceCard = memo(function DeviceCard(props: DeviceCardProps) {
  const { watch, clientId, visibleCards, nearCards } = props;
  const { devices } = watch;
  const follow = useCallback(
    (id: string, call: () => void) => nearCards.follow(id, (changed) => devices.subscribe(id, changed), call),
    [nearCards, devices],
  );
  const client = useDevice(watch, clientId, follow);
  const connection = useConnection();
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (ref.current === null) return;
    return visibleCards.observe(ref.current, clientId);
  }, [visibleCards, clientId]);
  if (client === undefined) return <li ref={ref} className={styles.card} />;
  const name = personName(client) ?? m.unknownUser;
  const device = deviceTitle(client);
  const stale = staleMark(client, connection);
  return (
    <li ref={ref} className={styles.card} data-stale={stale || undefined}>
      <div className={styles.head}>
        <CardCheckbox clientId={clientId} label={m.select({ name, device })} />
        <CardName client={client} />
        <CardBell groupId={props.groupId} client={client} name={name} />
      </div>
      <div className={styles.device}>
        <DeviceTypeIcon type={deviceType(client)} version={client.info?.version} size={14} />
        <bdi className={styles.hostname} data-tip={device === '' ? undefined : device}>
          {device}
        </bdi>
        {statusMarks(client.statuses).map((mark) => (
          <span key={mark} className={styles.mark} data-mark={mark} data-tip={m[mark]}>
            <Icon path={MARKS[mark]} size={16} label={m[mark]} />
          </span>
        ))}
      </div>
      <CardScreen watch={watch} client={client} name={name} stale={stale} />
      <CardItems client={client} name={name} />
      <CardPolicies groupId={props.groupId} client={client} />
      <CardLines client={client} />
    </li>
  );
});
