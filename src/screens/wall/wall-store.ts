/** View state of a wall: size and positions of tiles, selection, and open dialog. */
import { proxy } from 'valtio/vanilla';
import {
  type Arrangement,
  arrangementOf,
  enterEdit,
  followed,
  isUnsaved,
  leaveEdit,
  opened,
  redone,
  snapped,
  undone,
  withPositions,
  withSaved,
} from '#domain/wall/arrangement.ts';
import { PAGE_ZOOM, TILE_SIZE, toPageZoom, toTileSize } from '#domain/wall/limits.ts';
import { MAX_POSITIONS, type Positions } from '#domain/wall/positions.ts';
import type { Clock } from '#protocol/clock.ts';
import { createObservable } from '#protocol/observable.ts';
import { storedText } from '#protocol/storage/stored-value.ts';

/** After a layout was saved, Snap Into Grid is locked for this long. */
const COOLDOWN_MS = 1_000;

export type WallDialog = 'none' | 'filter' | 'save' | 'layouts' | 'background' | 'rotation';

export type WallView = {
  size: number;
  /** Percent. */
  pageZoom: number;
  /** Zoom of the background, in percent. */
  backgroundZoom: number;
  areControlsHidden: boolean;
  dialog: WallDialog;
  isCooling: boolean;
  isSaving: boolean;
};

const NO_KEYS: ReadonlySet<string> = new Set();

/** Reduces the positions to the maximum of a layout; devices that are shown come first. */
function fewEnough(positions: Positions, shown: Positions): Positions {
  const entries = Object.entries(positions);
  if (entries.length <= MAX_POSITIONS) return positions;
  const first = entries.filter(([key]) => Object.hasOwn(shown, key));
  const others = entries.filter(([key]) => !Object.hasOwn(shown, key));
  return Object.fromEntries([...first, ...others].slice(0, MAX_POSITIONS));
}

export type SavedLayout = { positions: Positions; zoomPercent: number; tileSize: number | undefined };

/** Positions without gaps at one tile size would overlap at another, so both are used together. */
const sizeFor = ({ positions, tileSize }: SavedLayout) =>
  Object.keys(positions).length === 0 || tileSize === undefined ? undefined : toTileSize(tileSize);

const createView = (saved: SavedLayout, stored: { size: string | undefined; pageZoom: string | undefined }) =>
  proxy<WallView>({
    size: toTileSize(sizeFor(saved) ?? stored.size ?? TILE_SIZE.initial),
    pageZoom: toPageZoom(stored.pageZoom ?? PAGE_ZOOM.initial),
    backgroundZoom: saved.zoomPercent,
    areControlsHidden: false,
    dialog: 'none',
    isCooling: false,
    isSaving: false,
  });

/** `saved`: the group's current layout. */
export function createWallStore(deps: {
  storage: () => Storage;
  clock: Pick<Clock, 'after'>;
  saved: SavedLayout;
}) {
  const storedSize = storedText(deps.storage, 'lectern.wallTileSize');
  const storedZoom = storedText(deps.storage, 'lectern.wallZoom');
  const view = createView(deps.saved, { size: storedSize.get(), pageZoom: storedZoom.get() });
  const arrangement = createObservable<Arrangement>(arrangementOf(deps.saved.positions));
  const selected = createObservable<ReadonlySet<string>>(NO_KEYS);
  /** Current positions of the tiles, supplied by the stage. */
  let placed: () => Positions = () => ({});
  let group: SavedLayout = deps.saved;
  /** Tile size when edit mode began or the layout was last saved. A changed size alone is no change. */
  let sizeBefore = view.size;
  /** During editing, another layout of the group was saved, which is not shown. */
  let isBehind = false;
  let stopCooling = () => {};
  /** The shown positions, and the saved positions of devices that are not shown. */
  const positionsToSave = (): Positions => {
    const shown = placed();
    return fewEnough({ ...group.positions, ...shown, ...arrangement.get().now }, shown);
  };
  const become = (next: Arrangement) => arrangement.set(next);
  const isLayoutChanged = (): boolean =>
    isUnsaved(arrangement.get()) || view.backgroundZoom !== group.zoomPercent || view.size !== sizeBefore;

  return {
    view,
    arrangement,
    selected,
    placed: () => placed(),
    placeBy(next: () => Positions): () => void {
      placed = next;
      return () => {
        if (placed === next) placed = () => ({});
      };
    },
    setSize(size: number): void {
      view.size = toTileSize(size);
      storedSize.set(String(view.size));
    },
    setPageZoom(percent: number): void {
      view.pageZoom = toPageZoom(percent);
      storedZoom.set(String(view.pageZoom));
    },
    /** Saved with the layout. */
    setBackgroundZoom(percent: number): void {
      view.backgroundZoom = percent;
    },
    setControlsHidden(isHidden: boolean): void {
      view.areControlsHidden = isHidden;
    },
    open(dialog: WallDialog): void {
      view.dialog = dialog;
    },
    select(keys: ReadonlySet<string>): void {
      selected.set(keys.size === 0 ? NO_KEYS : keys);
    },
    enterEdit(): void {
      sizeBefore = view.size;
      isBehind = false;
      become(enterEdit(arrangement.get(), { saved: group.positions, placed: placed() }));
    },
    /**
     * `isSaved`: the shown layout was just saved, for the group or on this computer; `groupChanged` may not
     * have been called yet. If only the size was changed and not saved, it is reset.
     */
    leaveEdit({ isSaved }: { isSaved: boolean }): void {
      selected.set(NO_KEYS);
      become(leaveEdit(arrangement.get(), isBehind && isSaved ? undefined : group.positions));
      if (isSaved || isUnsaved(arrangement.get())) return;
      const showsGroup = arrangement.get().now === group.positions;
      view.size = (isBehind && showsGroup ? sizeFor(group) : undefined) ?? sizeBefore;
    },
    move(positions: Positions): void {
      become(withPositions(arrangement.get(), positions));
    },
    undo: () => become(undone(arrangement.get())),
    redo: () => become(redone(arrangement.get())),
    snap(): void {
      if (view.isCooling) return;
      become(snapped(arrangement.get()));
    },
    openLayout: (positions: Positions) => become(opened(arrangement.get(), positions)),
    isUnsaved: () => isUnsaved(arrangement.get()),
    /** Whether leaving edit mode has something to save. */
    isLayoutChanged,
    positionsToSave,
    /**
     * Changes of this wall to the group's layout. The background is left out, because it may have changed.
     */
    layoutToSave() {
      const { backgroundZoom: zoomPercent, size: tileSize } = view;
      const isInGrid = !isUnsaved(arrangement.get()) && Object.keys(group.positions).length === 0;
      return { ...(!isInGrid && { positions: positionsToSave() }), zoomPercent, tileSize };
    },
    /** `shown`: the positions that were shown when saving began. */
    markSaved(shown: Positions): void {
      become(withSaved(arrangement.get(), shown));
      view.isCooling = true;
      stopCooling();
      stopCooling = deps.clock.after(COOLDOWN_MS, () => {
        view.isCooling = false;
      });
    },
    /** The group's layout was saved, by this user or another one. */
    groupChanged(next: SavedLayout): void {
      const former = group;
      group = next;
      if (view.backgroundZoom === former.zoomPercent) view.backgroundZoom = next.zoomPercent;
      const before = arrangement.get();
      const size = sizeFor(next);
      // If the user has changed the tile size, the tiles keep their positions.
      if (!before.isEditing || view.size === sizeBefore)
        become(followed(before, former.positions, next.positions));
      isBehind = before.isEditing && arrangement.get() === before;
      if (size === undefined) return;
      if (arrangement.get() !== before) view.size = size;
      if (view.size === size) sizeBefore = size;
    },
    groupLayout: () => group,
    stop: () => stopCooling(),
  };
}

export type WallStore = ReturnType<typeof createWallStore>;
