/** Moves tiles in edit mode, by dragging or by keys. */
import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react';
import { type Bounds, movedBy, type Position, type Positions, stepOfKey } from '#domain/wall/positions.ts';
import { shortcutKey } from '#ui/shortcut-key.ts';
import { m } from './messages.ts';
import { createTileDrag, type StageFacts, type StageParts } from './tile-drag.ts';
import type { WallStore } from './wall-store.ts';

const tileAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tile][data-editing]') : null;

/** Includes devices that connected since edit mode began: they have spots, but no positions yet. */
const allPositions = (store: WallStore): Positions => ({ ...store.placed(), ...store.arrangement.get().now });

function shift(store: WallStore, keys: readonly string[], by: Position, bounds: Bounds): void {
  const before = allPositions(store);
  const after = movedBy(before, keys, by, bounds);
  if (after !== before) store.move(after);
}

function createTileMoves(store: WallStore, parts: StageParts, facts: () => StageFacts) {
  /** All positions before arrow keys moved a tile, for Escape. */
  let lifted: { key: string; before: Positions } | undefined;

  function movingWith(key: string): readonly string[] {
    const selected = store.selected.get();
    return selected.has(key) ? [...selected].filter((each) => facts().spots.has(each)) : [key];
  }

  function announceMove(key: string): void {
    const at = store.arrangement.get().now[key];
    if (at) parts.announce(m.moved({ name: facts().nameOf(key), ...at }));
  }

  const drag = createTileDrag(store, parts, {
    facts,
    movingWith,
    onMoved(key, keys, by) {
      const { scale, bounds } = facts();
      shift(store, keys, { x: Math.round(by.x / scale), y: Math.round(by.y / scale) }, bounds);
      announceMove(key);
    },
  });

  function select(event: PointerEvent, key: string): void {
    const selected = new Set(store.selected.get());
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      if (!selected.delete(key)) selected.add(key);
      store.select(selected);
    } else if (!selected.has(key)) store.select(new Set([key]));
  }

  function press(event: PointerEvent): void {
    if (!facts().isEditing || event.button !== 0 || drag.isRunning()) return;
    const element = tileAt(event.target);
    const key = element?.dataset.tile;
    lifted = undefined;
    // Keeps the browser from selecting text or dragging the link.
    event.preventDefault();
    if (key === undefined) store.select(new Set());
    else {
      element?.querySelector('a')?.focus({ preventScroll: true });
      select(event, key);
    }
    drag.begin(event, key);
  }

  function moveByKey(event: KeyboardEvent, key: string): boolean {
    const at = allPositions(store)[key];
    const by = at && stepOfKey(event.key, at, event.shiftKey);
    if (by === undefined) return false;
    if (lifted?.key !== key) lifted = { key, before: store.arrangement.get().now };
    shift(store, movingWith(key), by, facts().bounds);
    announceMove(key);
    return true;
  }

  function putBack(): void {
    if (drag.isRunning()) drag.cancel();
    else if (lifted === undefined) store.select(new Set());
    else {
      store.move(lifted.before);
      parts.announce(m.putBack({ name: facts().nameOf(lifted.key) }));
      lifted = undefined;
    }
  }

  function keyDown(event: KeyboardEvent): void {
    if (!facts().isEditing) return;
    const key = tileAt(event.target)?.dataset.tile;
    const isCombined = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key === 'Escape') putBack();
    else if ((event.ctrlKey || event.metaKey) && shortcutKey(event) === 'a')
      store.select(new Set(facts().spots.keys()));
    else if (isCombined || key === undefined || !moveByKey(event, key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    onPointerDown: press,
    onPointerMove: drag.move,
    onPointerUp: drag.release,
    onPointerCancel: drag.cancel,
    onKeyDown: keyDown,
    /** Escape reverts only the moves since the tile got the focus. */
    onBlur() {
      lifted = undefined;
    },
  };
}

export function useTileMoves(store: WallStore, parts: StageParts, facts: StageFacts) {
  const newest = useRef(facts);
  newest.current = facts;
  const { stage, guideX, guideY, band, announce } = parts;
  return useMemo(
    () => createTileMoves(store, { stage, guideX, guideY, band, announce }, () => newest.current),
    [store, stage, guideX, guideY, band, announce],
  );
}
