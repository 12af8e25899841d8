import { mdiGoogleChrome, mdiHelpCircleOutline, mdiMicrosoftWindows } from '@mdi/js';
import type { DeviceType } from '#domain/devices/device-type.ts';
import styles from './device-type-icon.module.css';
import { Icon } from './icon.tsx';

const KINDS: Record<DeviceType, { icon: string; title: string }> = {
  windowsAgent: { icon: mdiMicrosoftWindows, title: 'Windows' },
  extension: { icon: mdiGoogleChrome, title: 'Chrome OS' },
  unknown: { icon: mdiHelpCircleOutline, title: 'Unknown' },
};

/** What runs on a device; the tooltip also holds the agent's version where it is known. */
export function DeviceTypeIcon(props: { type: DeviceType; version?: string | undefined; size?: number }) {
  const { icon, title } = KINDS[props.type];
  const text = props.version ? `${title}, agent version ${props.version}` : title;
  return (
    <span className={styles.type} data-tip={text}>
      <Icon path={icon} label={text} size={props.size ?? 16} />
    </span>
  );
}
