import { type ReactNode, useEffect, useRef } from 'react';
import { DEVICE_TYPE_NAMES, type DeviceType } from '#domain/devices/device-type.ts';
import { shownText } from '#domain/shown-text.ts';
import { clockTimeWithSeconds } from '#domain/time-text.ts';
import { usePlatformFacts, useWhyDark } from '#features/why-dark/use-why-dark.ts';
import { useDevice } from '#live/device-store.ts';
import type { GroupWatch } from '#live/group-watch.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { DebugRecord } from '#protocol/debug-report.ts';
import { type FlagKey, flagsOf, isOnline } from './debug-facts.ts';
import styles from './debug-view.module.css';
import { DemandList } from './demand-list.tsx';
import { m } from './messages.ts';

const FLAG_TITLES: Readonly<Record<FlagKey, string>> = {
  info: m.flagInfo,
  online: m.flagOnline,
  visible: m.flagVisible,
  heard15: m.flag15,
  heard30: m.flag30,
};

function momentText(at: EpochMs | undefined, nowMs: EpochMs): string {
  if (at === undefined) return m.never;
  return m.ago({ time: clockTimeWithSeconds(at), seconds: Math.max(0, Math.round((nowMs - at) / 1_000)) });
}

function Line(props: { title: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <dt>{props.title}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function Flags({ client, nowMs }: { client: DebugRecord; nowMs: EpochMs }) {
  return (
    <ul className={styles.flags} aria-label={m.flags}>
      {flagsOf(client, nowMs).map(({ key, isSet }) => (
        <li key={key} className={styles.flag} data-set={isSet || undefined} data-tip={m.flagTips[key]}>
          {FLAG_TITLES[key]}: <strong>{isSet ? m.yes : m.no}</strong>
        </li>
      ))}
    </ul>
  );
}

/** Everything that the worker has recorded about one client. `nowMs`: the time for computing ages. */
export function ClientCard(props: {
  watch: GroupWatch;
  groupId: string;
  client: DebugRecord;
  nowMs: EpochMs;
  /** The user came here for this client. */
  isSought: boolean;
}) {
  const { watch, groupId, client, nowMs, isSought } = props;
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isSought) return;
    card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: 'center' });
  }, [isSought]);
  const live = useDevice(watch, client.clientId);
  const dark = { clientId: client.clientId, client: live, of: { groupId } };
  const why = useWhyDark(dark, usePlatformFacts(client.deviceId, dark));
  const online = isOnline(client);
  const received = Object.entries(client.feedbackReceived);
  return (
    <li
      ref={card}
      className={styles.card}
      tabIndex={isSought ? -1 : undefined}
      data-sought={isSought || undefined}
    >
      <div className={styles.cardHead}>
        <h3 className={styles.clientId}>
          <bdi>{client.clientId}</bdi>
        </h3>
        <span className={styles.presence} data-online={online || undefined}>
          {online ? m.isOnline : m.isOffline}
        </span>
      </div>
      <Flags client={client} nowMs={nowMs} />
      {why === undefined ? null : <p className={styles.why}>{why}</p>}
      <dl className={styles.lines}>
        <Line title={m.authType}>{client.authType}</Line>
        <Line title={m.deviceType}>
          {DEVICE_TYPE_NAMES[client.deviceType as DeviceType] ?? client.deviceType}
        </Line>
        <Line title={m.hostname}>
          <bdi>{shownText(client.hostname ?? '') || '–'}</bdi>
        </Line>
        <Line title={m.user}>
          <bdi>{shownText(client.userName ?? '') || client.userId}</bdi>
        </Line>
        <Line title={m.device}>
          <bdi>{client.deviceId ?? '–'}</bdi>
        </Line>
        <Line title={m.lastPing}>{momentText(client.lastPingReceived, nowMs)}</Line>
        <Line title={m.lastWill}>{momentText(client.lastWillReceived, nowMs)}</Line>
        <Line title={m.feedbackReceived}>
          {received.length === 0 ? m.none : received.map(([kind, count]) => `${kind} ${count}`).join(', ')}
        </Line>
        <Line title={m.demandsSent}>
          {client.demandsSent.length === 0 ? m.none : <DemandList demands={client.demandsSent} />}
        </Line>
      </dl>
    </li>
  );
}
