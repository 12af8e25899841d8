import {
  type CSSProperties,
  type MouseEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useSnapshot } from 'valtio/react';
import type { Background } from '#domain/wall/grid-layout.ts';
import { type Size, tileGapPx, tileHeightPx, tileWidthPx } from '#domain/wall/limits.ts';
import {
  boundsOf,
  customSpots,
  extentOf,
  type Position,
  type Positions,
  positionOf,
  snappedSpots,
} from '#domain/wall/positions.ts';
import { watchPictureSize } from '#features/device-card/picture-size.ts';
import { watchScrolling } from '#features/device-card/visibility/scrolling.ts';
import { useReportedCards } from '#features/device-card/visibility/use-reported-cards.ts';
import { wallDisplayChoices } from '#live/display-choices.ts';
import type { GroupWatch } from '#live/group-watch.ts';
import { useObservable } from '#ui/use-observable.ts';
import { m } from './messages.ts';
import type { Tile } from './tiles.ts';
import { useTileMoves } from './use-tile-moves.ts';
import styles from './wall-stage.module.css';
import type { WallStore } from './wall-store.ts';
import { WallTile } from './wall-tile.tsx';

/** Pixels of a rem, which depend on the user's text size. */
const remPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

export function useTileSize(store: WallStore): Size {
  const { size, pageZoom } = useSnapshot(store.view);
  const width = tileWidthPx(size, pageZoom, remPx());
  return { width, height: tileHeightPx(width) };
}

export const sizeOfElement = (element: HTMLElement | null): Size => ({
  width: element?.clientWidth ?? 0,
  height: element?.clientHeight ?? 0,
});

/** Size of the element through which the stage is visible. */
export function useViewport(ref: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => setSize(sizeOfElement(element));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

/** Position of each tile, in screen pixels. */
function useSpots(props: StageProps) {
  const { store, tiles, background, viewport } = props;
  const arrangement = useObservable(store.arrangement);
  const { pageZoom, backgroundZoom } = useSnapshot(store.view);
  const tile = useTileSize(store);
  const gapPx = tileGapPx(pageZoom);
  // With a background, tiles keep their spots on it.
  const scale = (pageZoom / 100) * (background === undefined ? 1 : backgroundZoom / 100);
  const { mode, now } = arrangement;
  const { width, height } = tile;
  const room = useMemo(
    () => ({ tile: { width, height }, gapPx, widthPx: viewport.width }),
    [width, height, gapPx, viewport.width],
  );
  const keys = useMemo(() => tiles.map(({ key }) => key), [tiles]);
  const spots = useMemo(
    () => (mode === 'snapped' ? snappedSpots(keys, room) : customSpots(keys, now, { ...room, scale })),
    [mode, keys, now, room, scale],
  );
  return { spots, room, scale, isEditing: arrangement.isEditing };
}

/** Layout positions of all tiles, except members that never connected. */
const positionsOf = (
  tiles: readonly Tile[],
  spots: ReadonlyMap<string, Position>,
  scale: number,
): Positions =>
  Object.fromEntries(
    tiles.flatMap(({ key, isAbsent }): [string, Position][] => {
      const spot = spots.get(key);
      return spot === undefined || isAbsent ? [] : [[key, positionOf(spot, scale)]];
    }),
  );

/** Notifies the live worker which tiles are in view, with which display, and how large. */
function useReports(props: StageProps) {
  const { watch, quality, tiles } = props;
  const displays = useSnapshot(wallDisplayChoices.choices);
  const { reporter, visibleCards } = useReportedCards(watch);
  useEffect(() => watchScrolling((isScrolling) => reporter.change({ isScrolling })), [reporter]);
  useEffect(() => reporter.change({ displays: { ...displays }, quality }), [reporter, displays, quality]);
  // All tiles have the size of the first one.
  const firstKey = tiles[0]?.key;
  useEffect(
    () => (firstKey === undefined ? undefined : watchPictureSize((size) => reporter.change({ size }))),
    [reporter, firstKey],
  );
  return visibleCards;
}

function BackgroundImage(props: { background: Background; scale: number }) {
  const { background, scale } = props;
  const [failedUrl, setFailedUrl] = useState<string>();
  if (failedUrl === background.url)
    return (
      <p role="status" className={styles.failed}>
        {m.backgroundFailed}
      </p>
    );
  return (
    <img
      src={background.url}
      alt=""
      draggable={false}
      className={styles.background}
      style={{ width: background.width * scale, height: background.height * scale }}
      onError={() => setFailedUrl(background.url)}
    />
  );
}

export type StageProps = {
  watch: GroupWatch;
  groupId: string;
  store: WallStore;
  tiles: readonly Tile[];
  quality: number;
  background: Background | undefined;
  /** Size of the scrolling box. */
  viewport: Size;
  /** Opens the menu of a tile. */
  menuHandlers: { onContextMenu: (event: MouseEvent) => void; onClick: (event: MouseEvent) => void };
};

/** The tiles of a wall in their spots, on the background if there is one. */
export function WallStage(props: StageProps) {
  const { watch, store, tiles, background } = props;
  const { spots, room, scale, isEditing } = useSpots(props);
  const selected = useObservable(store.selected);
  const visibleCards = useReports(props);
  const [announcement, announce] = useState('');
  const stage = useRef<HTMLUListElement>(null);
  const guideX = useRef<HTMLDivElement>(null);
  const guideY = useRef<HTMLDivElement>(null);
  const band = useRef<HTMLDivElement>(null);
  useEffect(() => store.placeBy(() => positionsOf(tiles, spots, scale)), [store, tiles, spots, scale]);
  const inPositions = { width: room.tile.width / scale, height: room.tile.height / scale };
  const moves = useTileMoves(
    store,
    { stage, guideX, guideY, band, announce },
    {
      spots,
      tile: room.tile,
      gapPx: room.gapPx,
      scale,
      bounds: boundsOf(background, inPositions),
      isEditing,
      nameOf: (key) => tiles.find((each) => each.key === key)?.name ?? '',
    },
  );
  const extent = extentOf(spots.values(), room);
  const width = Math.max(extent.width, (background?.width ?? 0) * scale);
  const height = Math.max(extent.height, (background?.height ?? 0) * scale);
  const style = {
    '--tile-width': `${room.tile.width}px`,
    '--tile-height': `${room.tile.height}px`,
    width: `max(100%, ${width}px)`,
    height: `max(100%, ${height}px)`,
  } as CSSProperties;
  return (
    <div
      className={styles.stage}
      style={style}
      data-editing={isEditing || undefined}
      {...moves}
      {...props.menuHandlers}
    >
      {background === undefined ? null : <BackgroundImage background={background} scale={scale} />}
      <ul ref={stage} className={styles.tiles} aria-label={m.tiles}>
        {tiles.map((tile) => {
          const spot = spots.get(tile.key);
          return spot === undefined ? null : (
            <WallTile
              key={tile.key}
              watch={watch}
              groupId={props.groupId}
              tile={tile}
              x={spot.x}
              y={spot.y}
              isEditing={isEditing && !tile.isAbsent}
              isSelected={selected.has(tile.key)}
              visibleCards={visibleCards}
            />
          );
        })}
      </ul>
      <div ref={guideX} hidden className={styles.guideX} />
      <div ref={guideY} hidden className={styles.guideY} />
      <div ref={band} hidden className={styles.band} />
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </div>
  );
}
