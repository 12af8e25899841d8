import { memo, useCallback, useEffect, useRef } from 'react';
import { devicePath } from '#domain/devices/device-path.ts';
import { deviceTitle, deviceType, personName } from '#live/device-facts.ts';
import { useDevice } from '#live/device-store.ts';
import type { GroupWatch } from '#live/group-watch.ts';
import { DeviceTypeIcon } from '#ui/icon/device-type-icon.tsx';
import { CardPolicies } from '../policies/card-policies.tsx';
import { CardBell } from './card-bell.tsx';
import { CardCheckbox } from './card-checkbox.tsx';
import { CardItems } from './card-items.tsx';
import { CardMarks } from './card-marks.tsx';
import { CardScreen } from './card-screen.tsx';
import type { CardStores } from './card-stores.ts';
import { DeviceLines } from './device/device-lines.tsx';
import { DeviceName } from './device/device-name.tsx';
import styles from './device-card.module.css';
import { m } from './messages.ts';
import type { NearCards } from './visibility/near-cards.ts';
import type { VisibleCards } from './visibility/visible-cards.ts';

type DeviceCardProps = {
  watch: GroupWatch;
  groupId: string;
  clientId: string;
  /** The name of the person in the directory, if known; a student may have given another name. */
  directoryName: string | undefined;
  stores: CardStores;
  visibleCards: VisibleCards;
  nearCards: NearCards;
};

/**
 * The card of one device. It subscribes by itself and has stable props, so that it re-renders alone. Names
 * from a device are plain text; long text is cut and never wraps into its neighbours.
 */
export const DeviceCard = memo(function DeviceCard(props: DeviceCardProps) {
  const { watch, clientId, groupId, stores, visibleCards, nearCards } = props;
  const { devices } = watch;
  const follow = useCallback(
    (id: string, call: () => void) => nearCards.follow(id, (changed) => devices.subscribe(id, changed), call),
    [nearCards, devices],
  );
  const client = useDevice(watch, clientId, follow);
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (ref.current === null) return;
    return visibleCards.observe(ref.current, clientId);
  }, [visibleCards, clientId]);
  if (client === undefined) return <li ref={ref} className={styles.card} />;
  const name = personName(client) ?? m.unknownUser;
  const device = deviceTitle(client);
  const place = {
    groupId,
    authType: client.authType,
    userId: client.userId,
    clientId,
    deviceManagementId: client.info?.deviceId,
  };
  const path = devicePath(place);
  return (
    <li ref={ref} className={styles.card}>
      <div className={styles.head}>
        <CardCheckbox cardKey={clientId} label={m.select({ name, device })} selected={stores} />
        <DeviceName client={client} path={path} directoryName={props.directoryName} />
        <CardBell
          bells={stores.eventBells}
          client={client}
          name={name}
          path={devicePath({ ...place, search: { tab: 'Alerts' } })}
        />
      </div>
      <div className={styles.device}>
        <DeviceTypeIcon type={deviceType(client)} version={client.info?.version} size={14} />
        <bdi className={styles.hostname} data-tip={device === '' ? undefined : device}>
          {device}
        </bdi>
        <CardMarks board={stores.policyBoard} groupId={groupId} client={client} />
      </div>
      <CardScreen
        watch={watch}
        groupId={groupId}
        client={client}
        name={name}
        path={path}
        nearCards={nearCards}
      />
      <CardItems client={client} name={name} />
      <CardPolicies board={stores.policyBoard} groupId={groupId} client={client} />
      <DeviceLines client={client} />
    </li>
  );
});
