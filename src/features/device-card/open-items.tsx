import type { RefObject } from 'react';
import type { OpenItem } from '#live/device-facts.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { Popover } from '#ui/overlay/popover.tsx';
import { CloseAll } from './device/close-all.tsx';
import { OpenItemList } from './device/open-item-list.tsx';

/** Lists everything that is open on a device, to bring to the front or close. */
export function OpenItems(props: {
  label: string;
  client: LiveClient;
  items: readonly OpenItem[];
  buttonRef: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const { client, items } = props;
  return (
    <Popover label={props.label} buttonRef={props.buttonRef} onClose={props.onClose}>
      <OpenItemList client={client} items={items} />
      <CloseAll client={client} items={items} />
    </Popover>
  );
}
