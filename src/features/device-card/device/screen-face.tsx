import { mdiImageBrokenVariant, mdiMonitorOff, mdiShieldLockOutline } from '@mdi/js';
import type { ReactNode } from 'react';
import { deviceType, type ScreenFace as Face, monitored } from '#live/device-facts.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { m } from '../messages.ts';
import styles from './screen-face.module.css';

/** Rendered in place of a device's screen; renders nothing if there is a picture. */
export function ScreenFace(props: {
  face: Face;
  client: Pick<LiveClient, 'info'>;
  size?: number;
  /** Only the words, in one element. */
  isBare?: boolean;
  children?: ReactNode;
}) {
  const { face, client, size = 26, isBare = false } = props;
  if (face === 'picture') return null;
  const { icon, text } = {
    privacy: { icon: mdiShieldLockOutline, text: m.privacy({ what: monitored(deviceType(client)) }) },
    unavailable: { icon: mdiMonitorOff, text: m.unavailable },
    notShared: { icon: mdiMonitorOff, text: m.notShared },
    undecodable: { icon: mdiImageBrokenVariant, text: m.undecodable },
  }[face];
  const isPatient = face === 'unavailable' || face === 'notShared';
  const className = `${styles.face} ${isPatient ? styles.patient : ''}`;
  if (isBare) return <p className={className}>{text}</p>;
  return (
    <p className={className}>
      <Icon path={icon} size={size} />
      <span className={styles.faceText}>{text}</span>
      {props.children}
    </p>
  );
}
