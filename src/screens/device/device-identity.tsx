import { useLocation } from '@tanstack/react-router';
import { shownText } from '#domain/shown-text.ts';
import { DeviceLines } from '#features/device-card/device/device-lines.tsx';
import { DeviceName } from '#features/device-card/device/device-name.tsx';
import { StatusMarks } from '#features/device-card/device/status-marks.tsx';
import { DevicePolicies } from '#features/policies/device-policies.tsx';
import { EventBell } from '#features/policy-events/event-bell.tsx';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import styles from './device-identity.module.css';
import { m } from './messages.ts';

/** Type, status and policies of the device. The heading of the screen is not repeated. */
export function DeviceIdentity(props: {
  client: LiveClient | undefined;
  /** Heading of the screen: the person's name, or the device's. */
  title: string;
  name: string;
  hostname: string;
  unseenCount: number;
  policiesOf: { groupId: string | undefined; userId: string | undefined; deviceId: string | undefined };
}) {
  const { client, title, name, hostname } = props;
  const { pathname } = useLocation();
  const os = shownText(client?.os ?? '', 60);
  return (
    <div className={styles.identity}>
      <div className={styles.about}>
        {hostname === '' || hostname === title ? null : (
          <bdi className={styles.hostname} data-tip={hostname}>
            {hostname}
          </bdi>
        )}
        {os === '' ? null : <bdi className={styles.os}>{os}</bdi>}
        {client !== undefined ? (
          <span className={styles.alias}>
            <DeviceName client={client} isNamedAbove={name === title} />
          </span>
        ) : name === title ? null : (
          <bdi className={styles.hostname}>{name}</bdi>
        )}
        <EventBell count={props.unseenCount} name={name} path={`${pathname}?tab=Alerts`} />
        <StatusMarks statuses={client?.statuses} size={18} />
        <DevicePolicies
          {...props.policiesOf}
          name={name}
          hostname={hostname}
          active={client?.statuses?.policies?.activePolicies}
          notPossible={client?.statuses?.policies?.notPossible}
        />
      </div>
      <div role="status" className={styles.lines}>
        {client?.statuses?.fullScreen === 'FULL' ? <p className={styles.line}>{m.fullScreenMode}</p> : null}
        {client === undefined ? null : <DeviceLines client={client} />}
      </div>
    </div>
  );
}
