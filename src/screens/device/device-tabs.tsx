import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { DeviceType } from '#domain/devices/device-type.ts';
import { openItemsTitle } from '#domain/devices/single-device.ts';
import { EventTable } from '#features/policy-events/event-table.tsx';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { Tabs } from '#ui/tabs.tsx';
import styles from './device-tabs.module.css';
import { m } from './messages.ts';
import { OpenItemsPanel } from './open-items-panel.tsx';
import { useDeviceSearch } from './use-device-place.ts';

/** Open items of the device, and the policy events of its user, as tabs. The address selects the tab. */
export function DeviceTabs(props: {
  userId: string;
  name: string;
  type: DeviceType;
  client: LiveClient | undefined;
  /** The device may be connected although no message has arrived yet. */
  isAwaited: boolean;
  unseenCount: number;
}) {
  const { userId, name } = props;
  const isEvents = useDeviceSearch().tab === 'Alerts';
  const navigate = useNavigate();
  const subject = useMemo(() => ({ of: { userId }, title: name }), [userId, name]);
  return (
    <div className={styles.tabs}>
      <Tabs
        label={m.tabs}
        value={isEvents ? 'events' : 'items'}
        onChange={(key) =>
          void navigate({
            to: '.',
            search: (before) => ({ ...before, tab: key === 'events' ? ('Alerts' as const) : undefined }),
            replace: true,
            resetScroll: false,
          })
        }
        items={[
          {
            key: 'items',
            title: openItemsTitle(props.type),
            panel: () => <OpenItemsPanel client={props.client} isAwaited={props.isAwaited} />,
          },
          {
            key: 'events',
            title: m.alerts,
            badge: props.unseenCount,
            panel: () => <EventTable subject={subject} />,
          },
        ]}
      />
    </div>
  );
}
