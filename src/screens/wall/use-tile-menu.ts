/** The menu of a tile: by right button, long press, menu key, or the button in its corner. */
import { type MouseEvent, useCallback, useMemo, useRef, useState } from 'react';
import type { Anchor } from '#ui/overlay/place-beside.ts';
import { useObservable } from '#ui/use-observable.ts';
import type { Tile } from './tiles.ts';
import type { WallStore } from './wall-store.ts';

const tileOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tile]') : null;

const pointAt = ({ clientX, clientY }: MouseEvent): Anchor => ({
  getBoundingClientRect: () => ({ left: clientX, top: clientY, bottom: clientY }),
});

type Opened = {
  tile: Tile;
  anchor: Anchor;
  element: HTMLElement;
  /** Different for each opening. */
  opening: number;
};

export function useTileMenu(tiles: readonly Tile[], store: WallStore) {
  const [menu, setMenu] = useState<Opened>();
  const openings = useRef(0);
  const selected = useObservable(store.selected);
  const key = menu?.tile.key;
  const keys = useMemo(
    () => (key === undefined ? [] : selected.has(key) ? [...selected] : [key]),
    [key, selected],
  );

  const open = (element: HTMLElement, anchor: Anchor) => {
    const tile = tiles.find((each) => each.key === element.dataset.tile);
    if (tile === undefined) return false;
    openings.current += 1;
    setMenu({ tile, anchor, element, opening: openings.current });
    return true;
  };
  const onContextMenu = (event: MouseEvent) => {
    const element = tileOf(event.target);
    if (element === null) return;
    // The menu key has no pointer position.
    const isKey = event.button !== 2;
    if (open(element, isKey ? element : pointAt(event))) event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const button = event.target instanceof Element && event.target.closest<HTMLElement>('[data-tile-menu]');
    const element = tileOf(event.target);
    if (button && element) open(element, button);
  };
  const element = menu?.element;
  const close = useCallback(
    (isDone: boolean) => {
      setMenu(undefined);
      if (isDone) element?.querySelector('a')?.focus({ preventScroll: true });
    },
    [element],
  );
  return { menu, keys, close, handlers: { onContextMenu, onClick } };
}
