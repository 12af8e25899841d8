import { dayAndTime } from '#domain/time-text.ts';
import type { DuplicateDevice } from '#protocol/rest/admin/duplicate-devices.ts';
import styles from './duplicate-devices.module.css';
import { m } from './messages.ts';

/** Facts that distinguish devices of the same name. */
export function factsText({ serialNumber, isConnected, lastSeen }: DuplicateDevice): string {
  const serial = serialNumber === null ? m.noSerial : m.serial({ serial: serialNumber });
  if (isConnected) return `${serial} · ${m.connected}`;
  const seen = lastSeen === null ? m.never : m.lastSeen({ time: dayAndTime(new Date(lastSeen)) });
  return `${serial} · ${seen}`;
}

export function DeviceFacts({ device }: { device: DuplicateDevice }) {
  return (
    <span className={styles.device}>
      <bdi>{device.name}</bdi>
      <span className={styles.facts}>{factsText(device)}</span>
    </span>
  );
}
