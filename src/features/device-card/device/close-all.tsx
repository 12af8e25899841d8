import { useState } from 'react';
import { closesItems, type OpenItem } from '#live/device-facts.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { Button } from '#ui/button.tsx';
import { m } from '../messages.ts';
import styles from './close-all.module.css';
import { closeItems } from './tell-device.ts';

/** Closes everything open on a device, several items after a confirmation; or states that it cannot. */
export function CloseAll({ client, items }: { client: LiveClient; items: readonly OpenItem[] }) {
  const [isAsking, setAsking] = useState(false);
  const closeAll = () => {
    setAsking(false);
    closeItems(client, items);
  };
  if (!closesItems(client)) return <p className={styles.foot}>{m.cannotClose}</p>;
  return (
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
  );
}
