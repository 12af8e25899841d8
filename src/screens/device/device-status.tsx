import type { DeviceType } from '#domain/devices/device-type.ts';
import type { ConnectionState, LiveClient } from '#protocol/threads/live-worker.ts';
import { OnlineStatus } from '../../features/wake/online-status.tsx';
import { staleMark } from '../../live/device-facts.ts';
import styles from './device-status.module.css';
import { m } from './messages.ts';

/**
 * Whether the device is online, waking or offline. While this console is not connected it says so in the words of the
 * cards; before the device has said anything it shows nothing.
 */
export function DeviceStatus(props: {
  client: LiveClient | undefined;
  connection: ConnectionState;
  /** It may still be there without having been heard. */
  isAwaited: boolean;
  type: DeviceType;
  /** Epoch ms of the last wake that was sent to it. */
  wokenAt: number | undefined;
}) {
  const { client, connection, type, wokenAt } = props;
  const isOffline = client === undefined ? !props.isAwaited : client.isOffline;
  if (staleMark({ isOffline: client?.isOffline ?? false }, connection) === 'notLive')
    return (
      <span className={styles.notLive} data-status="not-live">
        {m.notLive}
      </span>
    );
  if (!isOffline && client?.info === undefined) return null;
  return <OnlineStatus isOnline={!isOffline} isWindows={type === 'windowsAgent'} wokenAt={wokenAt} />;
}
