import { mdiCircle, mdiCircleOutline, mdiPower } from '@mdi/js';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { wakeStatus, wakeStatusText } from '#domain/wake-status.ts';
import { wakeLog } from '../../../shell/wake-log.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { MemberRow } from './member-row.ts';
import styles from './members-tab.module.css';
import { m } from './messages.ts';

const LOOK_AGAIN_MS = 20_000;

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

/** Online, offline, or that a wake is on its way to it. */
export function MemberStatus(props: { row: MemberRow }) {
  const { row } = props;
  const wokenAt = useSyncExternalStore(wakeLog.subscribe, wakeLog.get).get(row.id);
  const seen = useNow(wokenAt !== undefined);
  const status = wakeStatus({
    isOnline: row.clients.length > 0,
    isWindows: row.kind === 'device' && row.type === 'windowsAgent',
    wokenAt,
    now: wokenAt === undefined ? seen : Math.max(seen, wokenAt),
  });
  const shown = {
    online: { icon: mdiCircle, text: m.online },
    offline: { icon: mdiCircleOutline, text: m.offline },
    waking: { icon: mdiPower, text: status.name === 'waking' ? wakeStatusText(status) : '' },
  }[status.name];
  return (
    <span className={styles.status} data-status={status.name}>
      <Icon path={shown.icon} size={14} />
      {shown.text}
    </span>
  );
}
