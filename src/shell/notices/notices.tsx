import { mdiCloudOffOutline, mdiLanDisconnect, mdiUpdate } from '@mdi/js';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio/react';
import type { ConnectionState } from '#protocol/threads/live-worker.ts';
import { oldestLastSeen } from '#rest/last-seen/last-seen.ts';
import { tenant } from '#session/tenant.ts';
import { asOf } from '#ui/as-of.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { m } from '../messages.ts';
import { connectivity } from './connectivity.ts';
import styles from './notices.module.css';

export function Notice(props: {
  tone: 'error' | 'warning' | 'info';
  icon: string;
  children: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div
      role={props.tone === 'error' ? 'alert' : 'status'}
      className={`${styles.notice} ${styles[props.tone]}`}
    >
      <Icon path={props.icon} />
      <p className={styles.text}>{props.children}</p>
      {props.actions === undefined ? null : <div className={styles.actions}>{props.actions}</div>}
    </div>
  );
}

/** The live worker has another version than this page, so live content does not update any more. */
function OutdatedNotice() {
  return (
    <Notice
      tone="error"
      icon={mdiUpdate}
      actions={
        <Button look="primary" onClick={() => location.reload()}>
          {m.reload}
        </Button>
      }
    >
      {m.outdated}
    </Notice>
  );
}

/** Ends a message from another program with a full stop. */
const sentence = (text: string) => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/** The hosts of the console's services; empty before their addresses are known. */
function serviceHosts(): string[] {
  const hosts = (['REST_URL', 'MQTT_URL'] as const).flatMap((name) => {
    const address = tenant.storedAddress(name);
    return address !== undefined && URL.canParse(address) ? [new URL(address).host] : [];
  });
  return [...new Set(hosts)];
}

/** Shows above the screen why the broker cannot be reached. */
export function BrokerBanner(props: { connection: ConnectionState }) {
  const { connection } = props;
  if (connection.name === 'outdated') return <OutdatedNotice />;
  if (connection.name !== 'reconnecting') return null;
  const hosts = serviceHosts();
  return (
    <Notice tone="error" icon={mdiLanDisconnect}>
      {m.brokerError} {sentence(connection.message)}
      {hosts.length > 0 ? ` ${m.brokerHosts({ hosts })}` : null}
    </Notice>
  );
}

/** The time of the oldest displayed data; `since` if there is none. */
function useShownSince(since: number | undefined): number | undefined {
  const client = useQueryClient();
  const subscribe = useCallback((tell: () => void) => client.getQueryCache().subscribe(tell), [client]);
  return useSyncExternalStore(subscribe, () => oldestLastSeen(client)) ?? since;
}

function OfflineText(props: { since: number | undefined; isIntercepted: boolean }) {
  const at = useShownSince(props.since);
  return (
    <Notice tone="warning" icon={mdiCloudOffOutline}>
      {props.isIntercepted ? m.intercepted : m.offline}
      {at === undefined ? null : `. ${m.asOf({ when: asOf(at, Date.now()) })}`}
    </Notice>
  );
}

export function OfflineNotice() {
  const { offline, ...how } = useSnapshot(connectivity);
  return offline ? <OfflineText {...how} /> : null;
}
