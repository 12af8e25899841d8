import { mdiClose } from '@mdi/js';
import { isComputer } from '#domain/devices/device-type.ts';
import { shownText } from '#domain/shown-text.ts';
import { closesItems, deviceType, focusesItems, type OpenItem, unreadItems } from '#live/device-facts.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { IconButton } from '#ui/button.tsx';
import { m } from '../messages.ts';
import { ItemIcon } from './item-icon.tsx';
import styles from './open-item-list.module.css';
import { closeItems, focusItem } from './tell-device.ts';

function ItemRow(props: { client: LiveClient; item: OpenItem; hasPrograms: boolean }) {
  const { client, item, hasPrograms } = props;
  const title = item.title || m.untitled;
  const words = (
    <>
      <ItemIcon item={item} hasPrograms={hasPrograms} />
      <bdi className={styles.title}>{title}</bdi>
      {item.active ? <span className="visually-hidden">({m.activeNow})</span> : null}
    </>
  );
  return (
    <li className={styles.row} data-active={item.active || undefined}>
      {focusesItems(client) ? (
        <button
          type="button"
          className={styles.name}
          aria-label={m.focusItem({ title })}
          data-tip={shownText(item.url ?? '') || title}
          onClick={() => focusItem(client, item)}
        >
          {words}
        </button>
      ) : (
        <span className={styles.name} data-tip={title}>
          {words}
        </span>
      )}
      {closesItems(client) ? (
        <IconButton
          icon={mdiClose}
          size="small"
          label={m.closeItem({ title })}
          onClick={() => closeItems(client, [item])}
        />
      ) : null}
    </li>
  );
}

/** The open items of a device by name, to bring to the front and to close if its agent can. */
export function OpenItemList(props: { client: LiveClient; items: readonly OpenItem[] }) {
  const { client, items } = props;
  const hasPrograms = isComputer(deviceType(client));
  const unread = unreadItems(client);
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <ItemRow key={item.id} client={client} item={item} hasPrograms={hasPrograms} />
      ))}
      {unread > 0 ? <li className={styles.row}>{m.unreadItems({ count: unread })}</li> : null}
    </ul>
  );
}
