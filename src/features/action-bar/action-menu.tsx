import { type ReactNode, useEffect, useState } from 'react';
import { MenuList, MenuSeparator } from '#ui/overlay/menu.tsx';
import type { Anchor } from '#ui/overlay/place-beside.ts';
import type { ActionEntry } from './action-entry.ts';
import { ActionItems } from './action-items.tsx';
import type { ActionPlace, TargetStore } from './action-target.ts';
import { useActions } from './use-actions.tsx';

/** The actions of the bar as a menu. `onClose` is called once the menu and its dialog are closed. */
export function ActionMenu(props: {
  label: string;
  entries: readonly ActionEntry[];
  targets: TargetStore;
  place: ActionPlace;
  anchor: Anchor;
  /** `isDone`: closed by a key or by choosing an item. */
  onClose: (isDone: boolean) => void;
  children?: ReactNode;
}) {
  const { anchor } = props;
  const { buttons, dialog, isOpen } = useActions(props);
  const [closed, setClosed] = useState<{ isDone: boolean }>();
  const { onClose } = props;
  useEffect(() => {
    if (closed !== undefined && !isOpen) onClose(closed.isDone);
  }, [closed, isOpen, onClose]);
  return (
    <>
      {closed === undefined ? (
        <MenuList label={props.label} anchor={anchor} onClose={(isDone) => setClosed({ isDone })}>
          {props.children}
          {props.children === undefined ? null : <MenuSeparator />}
          <ActionItems buttons={buttons} />
        </MenuList>
      ) : null}
      {dialog}
    </>
  );
}
