import { mdiClose } from '@mdi/js';
import type { RefObject } from 'react';
import { shownText } from '#domain/shown-text.ts';
import type { LiveClient } from '#protocol/live-worker.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { deviceType, type OpenItem } from './card-facts.ts';
import { ItemIcon } from './item-icon.tsx';
import { m } from './messages.ts';
import styles from './open-items.module.css';
import { closeItems, focusTab } from './tell-device.ts';

function ItemRow(props: { client: LiveClient; item: OpenItem; isWindows: boolean }) {
  const { client, item, isWindows } = props;
  const title = item.title || m.untitled;
  const words = (
    <>
      <ItemIcon item={item} isWindows={isWindows} />
      <bdi className={styles.title}>{title}</bdi>
      {item.active ? <span className="visually-hidden">({m.activeNow})</span> : null}
    </>
  );
  return (
    <li className={styles.row} data-active={item.active || undefined}>
      {isWindows ? (
        <span className={styles.name} data-tip={title}>
          {words}
        </span>
      ) : (
        <button
          type="button"
          className={styles.name}
          aria-label={m.focusItem({ title })}
          data-tip={shownText(item.url ?? '') || title}
          onClick={() => focusTab(client, item)}
        >
          {words}
        </button>
      )}
      <IconButton
        icon={mdiClose}
        size="small"
        label={m.closeItem({ title })}
        onClick={() => closeItems(client, [item])}
      />
    </li>
  );
}

/** Everything that is open on a device: to be brought to the front, and closed. */
export function OpenItems(props: {
  label: string;
  client: LiveClient;
  items: readonly OpenItem[];
  buttonRef: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const { client, items } = props;
  const isWindows = deviceType(client) === 'windowsAgent';
  return (
    <Popover label={props.label} buttonRef={props.buttonRef} onClose={props.onClose}>
      <ul className={styles.list}>
        {items.map((item) => (
          <ItemRow key={item.id} client={client} item={item} isWindows={isWindows} />
        ))}
      </ul>
      <div className={styles.foot}>
        <Button onClick={() => closeItems(client, items)}>{m.closeAllItems}</Button>
      </div>
    </Popover>
  );
}
