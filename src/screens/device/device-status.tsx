import { type DeviceType, isComputer } from '#domain/devices/device-type.ts';
import { OnlineStatus } from '#features/wake/online-status.tsx';
import { staleMark } from '#live/device-facts.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { ConnectionState, LiveClient } from '#protocol/threads/live-worker.ts';
import styles from './device-status.module.css';
import { m } from './messages.ts';

/**
 * Whether the device is online, waking or offline. While this console is disconnected, it uses the texts of
 * the cards. Before the first message of the device it shows nothing.
 */
export function DeviceStatus(props: {
  client: LiveClient | undefined;
  connection: ConnectionState;
  /** The device may be connected although no message has arrived yet. */
  isAwaited: boolean;
  type: DeviceType;
  /** When the last wake was sent to it. */
  wokenAt: EpochMs | undefined;
  /** The directory has shut the device out. */
  isShutOut: boolean;
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
  return (
    <OnlineStatus
      isOnline={!isOffline}
      isComputer={isComputer(type)}
      wokenAt={wokenAt}
      isShutOut={props.isShutOut}
    />
  );
}
