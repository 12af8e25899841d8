import { mdiApplicationOutline, mdiMonitorOff, mdiShieldLockOutline, mdiTab } from '@mdi/js';
import { isComputer } from '#domain/devices/device-type.ts';
import { CloseAll } from '#features/device-card/device/close-all.tsx';
import { OpenItemList } from '#features/device-card/device/open-item-list.tsx';
import { deviceType, monitored, openItems, unreadItems } from '#live/device-facts.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { m } from './messages.ts';
import styles from './open-items-panel.module.css';

/** All open tabs or programs of the device, with buttons that focus and close them. */
export function OpenItemsPanel(props: { client: LiveClient | undefined; isAwaited: boolean }) {
  const { client } = props;
  if (client === undefined)
    return props.isAwaited ? null : (
      <EmptyState icon={mdiMonitorOff} title={m.isOffline} text={m.isOfflineText} />
    );
  const type = deviceType(client);
  if (client.statuses?.privacy)
    return <EmptyState icon={mdiShieldLockOutline} title={m.privacy({ what: monitored(type) })} />;
  const items = openItems(client);
  const hasPrograms = isComputer(type);
  if (items.length === 0 && unreadItems(client) === 0)
    return (
      <EmptyState
        icon={hasPrograms ? mdiApplicationOutline : mdiTab}
        title={hasPrograms ? m.noApplications : m.noTabs}
        text={m.noItemsText}
      />
    );
  return (
    <div className={styles.panel}>
      <OpenItemList client={client} items={items} />
      <CloseAll client={client} items={items} />
    </div>
  );
}
