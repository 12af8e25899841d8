import { useEffect, useRef } from 'react';
import { devicePath } from '#domain/devices/device-path.ts';
import { CardScreen } from '#features/device-card/card-screen.tsx';
import { useReportedCards } from '#features/device-card/visibility/use-reported-cards.ts';
import type { VisibleCards } from '#features/device-card/visibility/visible-cards.ts';
import { deviceTitle, personName } from '#live/device-facts.ts';
import { useDevice } from '#live/device-store.ts';
import type { GroupWatch } from '#live/group-watch.ts';
import type { DebugRecord } from '#protocol/debug-report.ts';
import styles from './debug-view.module.css';
import { m } from './messages.ts';

function Tile(props: { watch: GroupWatch; groupId: string; clientId: string; visibleCards: VisibleCards }) {
  const { watch, groupId, clientId, visibleCards } = props;
  const client = useDevice(watch, clientId);
  const ref = useRef<HTMLLIElement>(null);
  useEffect(
    () => (ref.current === null ? undefined : visibleCards.observe(ref.current, clientId)),
    [visibleCards, clientId],
  );
  const name = (client && (personName(client) ?? deviceTitle(client))) || clientId;
  return (
    <li ref={ref} className={styles.tile}>
      <bdi className={styles.tileName}>{name}</bdi>
      {client === undefined ? null : (
        <CardScreen
          watch={watch}
          groupId={groupId}
          client={client}
          name={name}
          path={devicePath({
            groupId,
            authType: client.authType,
            userId: client.userId,
            clientId,
            deviceManagementId: client.info?.deviceId,
          })}
        />
      )}
    </li>
  );
}

/** The screens of clients that the group page would show. Pictures are requested only while this is open. */
export function StandardView(props: { watch: GroupWatch; groupId: string; clients: readonly DebugRecord[] }) {
  const { watch, groupId } = props;
  const { visibleCards } = useReportedCards(watch);
  const shown = props.clients.filter(({ wouldAppearOnline }) => wouldAppearOnline);
  if (shown.length === 0) return <p className={styles.none}>{m.nobodyVisible}</p>;
  return (
    <ul className={styles.tiles} aria-label={m.standardTitle}>
      {shown.map(({ clientId }) => (
        <Tile
          key={clientId}
          watch={watch}
          groupId={groupId}
          clientId={clientId}
          visibleCards={visibleCards}
        />
      ))}
    </ul>
  );
}
