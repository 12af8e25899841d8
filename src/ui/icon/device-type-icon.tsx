import { mdiGoogleChrome, mdiHelpCircleOutline, mdiLinux, mdiMicrosoftWindows } from '@mdi/js';
import { DEVICE_TYPE_NAMES, type DeviceType } from '#domain/devices/device-type.ts';
import styles from './device-type-icon.module.css';
import { Icon } from './icon.tsx';

const ICONS: Record<DeviceType, string> = {
  windowsAgent: mdiMicrosoftWindows,
  linuxAgent: mdiLinux,
  extension: mdiGoogleChrome,
  unknown: mdiHelpCircleOutline,
};

/** The type of a device as an icon; the tooltip includes the agent's version if it is known. */
export function DeviceTypeIcon(props: { type: DeviceType; version?: string | undefined; size?: number }) {
  const title = DEVICE_TYPE_NAMES[props.type];
  const text = props.version ? `${title}, agent version ${props.version}` : title;
  return (
    <span className={styles.type} data-tip={text}>
      <Icon path={ICONS[props.type]} label={text} size={props.size ?? 16} />
    </span>
  );
}
