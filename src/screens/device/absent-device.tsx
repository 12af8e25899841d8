import { mdiCancel, mdiLanDisconnect, mdiMonitorOff } from '@mdi/js';
import { WhyDarkDeviceLine } from '#features/why-dark/why-dark-line.tsx';
import { notConnectedText } from '#live/use-unheard-since.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Spinner } from '#ui/spinner.tsx';
import styles from './absent-device.module.css';
import { m } from './messages.ts';
import type { DevicePlace } from './use-device-place.ts';

/** Explains in the place of the picture why the device shows none. */
export function AbsentDevice(props: {
  place: DevicePlace;
  deviceId: string | undefined;
  /** When this console was connected last, as text; undefined: it is connected. */
  unheardSince: string | undefined;
  isShutOut: boolean;
  /** False: the device may still answer. */
  isOffline: boolean;
}) {
  const { place, unheardSince } = props;
  const { clientId, userId, authType, groupId } = place;
  return (
    <div className={styles.absent}>
      {unheardSince !== undefined ? (
        <EmptyState
          icon={mdiLanDisconnect}
          title={notConnectedText(unheardSince)}
          text={m.notConnectedText}
        />
      ) : props.isShutOut ? (
        <EmptyState icon={mdiCancel} title={m.isShutOut} text={m.isShutOutText} />
      ) : props.isOffline ? (
        <EmptyState icon={mdiMonitorOff} title={m.isOffline} text={m.offlineScreenText}>
          <WhyDarkDeviceLine
            clientId={clientId}
            client={undefined}
            of={groupId === undefined ? { client: { clientId, userId, authType } } : { groupId }}
            deviceId={props.deviceId}
            groupId={groupId}
          />
        </EmptyState>
      ) : (
        <Spinner label={m.loadingDevice} />
      )}
    </div>
  );
}
