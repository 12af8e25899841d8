import { mdiCircle, mdiCircleOutline, mdiPower } from '@mdi/js';
import { useEffect, useState } from 'react';
import { onlineText } from '#domain/devices/single-device.ts';
import { type WakeStatus, wakeStatus } from '#domain/devices/wake-status.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import { useObservable } from '../../ui/use-observable.ts';
import styles from './online-status.module.css';
import { wakeLog } from './wake-log.ts';

const LOOK_AGAIN_MS = 20_000;

const ICONS: Record<WakeStatus['name'], string> = {
  online: mdiCircle,
  offline: mdiCircleOutline,
  waking: mdiPower,
};

/** The time, now and then: minutes pass by themselves. */
function useNow(isNeeded: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isNeeded) return;
    const look = () => setNow(Date.now());
    look();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}

/** Online, offline, or that a wake is on its way to it. `deviceId`: of the directory, where there is one. */
export function OnlineStatus(props: { isOnline: boolean; isWindows: boolean; deviceId: string | undefined }) {
  const { isOnline, isWindows, deviceId } = props;
  const woken = useObservable(wakeLog);
  const wokenAt = deviceId === undefined ? undefined : woken.get(deviceId);
  const seen = useNow(wokenAt !== undefined);
  const now = wokenAt === undefined ? seen : Math.max(seen, wokenAt);
  const status = wakeStatus({ isOnline, isWindows, wokenAt, now });
  return (
    <span className={styles.status} data-status={status.name}>
      <Icon path={ICONS[status.name]} size={14} />
      {onlineText(status)}
    </span>
  );
}
