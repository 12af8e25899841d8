import { mdiApplicationOutline, mdiTab } from '@mdi/js';
import type { OpenItem } from '#live/device-facts.ts';
import { Icon } from '#ui/icon/icon.tsx';
import styles from './item-icon.module.css';

/** The inline icon of the item, otherwise the icon of its kind. */
export function ItemIcon(props: { item: OpenItem; hasPrograms: boolean }) {
  return props.item.icon === undefined ? (
    <Icon path={props.hasPrograms ? mdiApplicationOutline : mdiTab} size={16} />
  ) : (
    <img src={props.item.icon} alt="" width={16} height={16} decoding="async" className={styles.picture} />
  );
}
