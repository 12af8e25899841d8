import { type RefObject, useState } from 'react';
import type { LiveClient } from '#protocol/live-worker.ts';
import { OpenItemList } from '../../actions/device/open-item-list.tsx';
import { closeItems } from '../../actions/device/tell-device.ts';
import type { OpenItem } from '../../live/device-facts.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { m } from './messages.ts';
import styles from './open-items.module.css';

/** Everything that is open on a device: to be brought to the front, and closed. */
export function OpenItems(props: {
  label: string;
  client: LiveClient;
  items: readonly OpenItem[];
  buttonRef: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const { client, items } = props;
  const [isAsking, setAsking] = useState(false);
  const closeAll = () => {
    setAsking(false);
    closeItems(client, items);
  };
  return (
    <Popover label={props.label} buttonRef={props.buttonRef} onClose={props.onClose}>
      <OpenItemList client={client} items={items} />
      <div className={styles.foot}>
        {isAsking ? (
          <>
            <span role="status" className={styles.question}>
              {m.closeAllQuestion({ count: items.length })}
            </span>
            <Button onClick={() => setAsking(false)}>{m.cancel}</Button>
          </>
        ) : null}
        <Button look="danger" onClick={isAsking || items.length === 1 ? closeAll : () => setAsking(true)}>
          {m.closeAllItems}
        </Button>
      </div>
    </Popover>
  );
}
