/** Drags one tile or all selected ones by mouse, finger or pen. From an empty spot, a band selects. */
import type { PointerEvent, RefObject } from 'react';
import type { Size } from '#domain/wall/limits.ts';
import { type Bounds, guided, type Position, tilesWithin } from '#domain/wall/positions.ts';
import type { WallStore } from './wall-store.ts';

/** Current layout of the stage. All in screen pixels, except the bounds, which are in layout positions. */
export type StageFacts = {
  spots: ReadonlyMap<string, Position>;
  tile: Size;
  gapPx: number;
  scale: number;
  bounds: Bounds;
  isEditing: boolean;
  nameOf(key: string): string;
};

export type StageParts = {
  stage: RefObject<HTMLElement | null>;
  guideX: RefObject<HTMLElement | null>;
  guideY: RefObject<HTMLElement | null>;
  band: RefObject<HTMLElement | null>;
  announce: (text: string) => void;
};

/** Distance from a guide line within which a dragged tile snaps to it. */
const GUIDE_REACH_PX = 8;
/** A pointer that moves less is a press, not a drag. */
const DRAG_START_PX = 3;

type Drag = {
  pointerId: number;
  /** Key of the pressed tile; undefined for a band. */
  key: string | undefined;
  keys: readonly string[];
  elements: readonly HTMLElement[];
  others: readonly Position[];
  /** Position of the pointer on the stage. */
  from: Position;
  by: Position;
  hasMoved: boolean;
};

const NO_GUIDES = { by: { x: 0, y: 0 }, guides: { x: undefined, y: undefined } };

function show(element: HTMLElement | null, style: Record<string, string> | undefined): void {
  if (element === null) return;
  element.hidden = style === undefined;
  for (const [name, value] of Object.entries(style ?? {})) element.style.setProperty(name, value);
}

const guideStyle = (side: 'left' | 'top', at: number | undefined) =>
  at === undefined ? undefined : { [side]: `${at}px` };

/** Moves the elements without React; only the result of a drag is reported. */
export function createTileDrag(
  store: WallStore,
  parts: StageParts,
  deps: {
    facts(): StageFacts;
    /** The tiles that move together with one. */
    movingWith(key: string): readonly string[];
    /** `by`: in screen pixels. */
    onMoved(key: string, keys: readonly string[], by: Position): void;
  },
) {
  const { facts } = deps;
  let drag: Drag | undefined;

  /** Relative to the corner of the stage, because the stage scrolls under the pointer. */
  function onStage(event: PointerEvent): Position {
    const corner = parts.stage.current?.getBoundingClientRect();
    return { x: event.clientX - (corner?.left ?? 0), y: event.clientY - (corner?.top ?? 0) };
  }

  function begun(event: PointerEvent, key: string | undefined): Drag {
    const keys = key === undefined ? [] : deps.movingWith(key);
    const moving = new Set(keys);
    const elements = [...(parts.stage.current?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])];
    return {
      pointerId: event.pointerId,
      key,
      keys,
      elements: elements.filter(({ dataset }) => moving.has(dataset.tile ?? '')),
      others: [...facts().spots].flatMap(([each, spot]) => (moving.has(each) ? [] : [spot])),
      from: onStage(event),
      by: { x: 0, y: 0 },
      hasMoved: false,
    };
  }

  function dragTo(now: Drag, key: string, to: Position, isFree: boolean): void {
    const { spots, tile, gapPx } = facts();
    const at = spots.get(key) ?? { x: 0, y: 0 };
    const raw = { x: to.x - now.from.x, y: to.y - now.from.y };
    const room = { tile, gapPx, reachPx: GUIDE_REACH_PX };
    const { by, guides } = isFree
      ? NO_GUIDES
      : guided({ x: at.x + raw.x, y: at.y + raw.y }, now.others, room);
    // Whole pixels, because browsers rescale every picture at fractional positions.
    now.by = { x: Math.round(raw.x + by.x), y: Math.round(raw.y + by.y) };
    for (const element of now.elements) {
      element.dataset.moving = '';
      element.style.translate = `${now.by.x}px ${now.by.y}px`;
    }
    show(parts.guideX.current, guideStyle('left', guides.x));
    show(parts.guideY.current, guideStyle('top', guides.y));
  }

  function bandTo({ from }: Drag, to: Position): void {
    show(parts.band.current, {
      left: `${Math.min(from.x, to.x)}px`,
      top: `${Math.min(from.y, to.y)}px`,
      width: `${Math.abs(to.x - from.x)}px`,
      height: `${Math.abs(to.y - from.y)}px`,
    });
    store.select(new Set(tilesWithin(facts().spots, facts().tile, [from, to])));
  }

  function end(): void {
    for (const element of drag?.elements ?? []) {
      element.style.translate = '';
      delete element.dataset.moving;
    }
    for (const part of [parts.guideX, parts.guideY, parts.band]) show(part.current, undefined);
    drag = undefined;
  }

  return {
    isRunning: () => drag !== undefined,
    begin(event: PointerEvent, key: string | undefined): void {
      drag = begun(event, key);
      parts.stage.current?.setPointerCapture?.(event.pointerId);
    },
    move(event: PointerEvent): void {
      if (drag === undefined || event.pointerId !== drag.pointerId) return;
      const to = onStage(event);
      drag.hasMoved ||= Math.hypot(to.x - drag.from.x, to.y - drag.from.y) >= DRAG_START_PX;
      if (!drag.hasMoved) return;
      if (drag.key === undefined) bandTo(drag, to);
      else dragTo(drag, drag.key, to, event.altKey);
    },
    release(event: PointerEvent): void {
      if (drag === undefined || event.pointerId !== drag.pointerId) return;
      const { hasMoved, by, key, keys } = drag;
      end();
      if (hasMoved && key !== undefined) deps.onMoved(key, keys, by);
    },
    /** Moves the dragged tiles back. */
    cancel: end,
  };
}
