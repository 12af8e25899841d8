import { mdiCancel, mdiCircle, mdiCircleOutline, mdiHelpCircleOutline, mdiPower } from '@mdi/js';
import { useSnapshot } from 'valtio/react';
import { onlineText } from '#domain/devices/single-device.ts';
import { type WakeStatus, wakeStatus } from '#domain/devices/wake-status.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { connectivity } from '#shell/notices/connectivity.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { m } from './messages.ts';
import styles from './online-status.module.css';
import { useNow } from './use-now.ts';

const ICONS: Record<WakeStatus['name'], string> = {
  online: mdiCircle,
  offline: mdiCircleOutline,
  waking: mdiPower,
  'shut-out': mdiCancel,
};

/** Shows online, offline, shut out, a sent wake, or unknown while the platform is unreachable. */
export function OnlineStatus(props: {
  isOnline: boolean;
  isComputer: boolean;
  wokenAt: EpochMs | undefined;
  /** The directory has shut the device out. */
  isShutOut?: boolean | undefined;
}) {
  const { isOnline, isComputer, wokenAt } = props;
  const seen = useNow(!isOnline && wokenAt !== undefined);
  const now = wokenAt === undefined ? seen : Math.max(seen, wokenAt);
  const { offline } = useSnapshot(connectivity);
  if (offline && !isOnline)
    return (
      <span className={styles.status} data-status="offline">
        <Icon path={mdiHelpCircleOutline} size={14} />
        {m.statusUnknown}
      </span>
    );
  const status = wakeStatus({ isOnline, isComputer, isShutOut: props.isShutOut, wokenAt, now });
  return (
    <span className={styles.status} data-status={status.name}>
      <Icon path={ICONS[status.name]} size={14} />
      {onlineText(status)}
    </span>
  );
}
