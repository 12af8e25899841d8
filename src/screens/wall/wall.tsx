import { mdiEyeOutline, mdiFilterOutline, mdiLanDisconnect, mdiMonitorOff } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { TIMING } from '#domain/timing.ts';
import { cleanLayout } from '#domain/wall/grid-layout.ts';
import { createHostnameFilter } from '#domain/wall/hostnames.ts';
import { type Size, wallPictures } from '#domain/wall/limits.ts';
import { useQualityDrop } from '#features/device-card/quality-drop.ts';
import type { GroupWatch } from '#live/group-watch.ts';
import { useGroupWatch } from '#live/use-group-watch.ts';
import { notConnectedText, useUnheardSince } from '#live/use-unheard-since.ts';
import { systemClock } from '#protocol/clock.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { GroupMember } from '#protocol/rest/group-member.ts';
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import { groupMembersQuery } from '#rest/group-members.ts';
import { ScreenHeader } from '#shell/layout/screen-header.tsx';
import { lazyPart } from '#shell/lazy/lazy-part.tsx';
import { Boundary } from '#ui/boundary/boundary.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { DialogBoundary } from '#ui/dialog/dialog-boundary.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { shortcutKey } from '#ui/shortcut-key.ts';
import { Spinner } from '#ui/spinner.tsx';
import { useObservable } from '#ui/use-observable.ts';
import { useSettled } from '#ui/use-settled.ts';
import { BackgroundDialog } from './background-dialog.tsx';
import { startFeedHealth } from './feed-health.ts';
import { FilterDialog } from './filter-dialog.tsx';
import { useIsFullScreen, useIsIdle, useWakeLock } from './full-screen.ts';
import { SavedLayoutsDialog, SaveLayoutDialog } from './layout-dialogs.tsx';
import { WallLeaveGuard } from './leave-guard.tsx';
import { m } from './messages.ts';
import { RotationControls } from './rotation/rotation-controls.tsx';
import { RotationDialog } from './rotation/rotation-dialog.tsx';
import { type RotationState, useRotation } from './rotation/use-rotation.ts';
import { createSpotlight } from './spotlight/spotlight-store.ts';
import { createSeen, createTiles, type Tile } from './tiles.ts';
import { useLayoutSaving } from './use-layout-saving.ts';
import { useTileMenu } from './use-tile-menu.ts';
import styles from './wall.module.css';
import { sizeOfElement, useTileSize, useViewport, WallStage } from './wall-stage.tsx';
import { createWallStore, type WallStore } from './wall-store.ts';
import { WallToolbar } from './wall-toolbar.tsx';

/** Minimum tile width for a line with the device's foreground item. */
const FOREGROUND_PX = 384;

function requestFor(groupId: string, widthPx: number): WatchRequest {
  const texts = widthPx > FOREGROUND_PX ? (['tabs', 'applications'] as const) : [];
  return {
    of: { groupId },
    feeds: ['info', 'statuses', 'thumbnails', ...texts],
    thumbnails: wallPictures(widthPx, devicePixelRatio),
  };
}

const NO_MEMBERS: readonly GroupMember[] = [];

/** All tiles, and whether a device has answered or the timeout has passed. */
function useTiles(watch: GroupWatch, groupId: string) {
  const { devices } = watch;
  const { data: members } = useQuery(groupMembersQuery(groupId));
  const seen = useMemo(() => createSeen(devices), [devices]);
  const tiles = useMemo(() => createTiles(devices, members ?? NO_MEMBERS, seen), [devices, members, seen]);
  const all = useObservable(tiles);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), TIMING.emptyGroupDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return { all, hasAnswered: !seen.isEmpty() || isOver };
}

function useFeedHealth(watch: GroupWatch): void {
  useEffect(
    () =>
      startFeedHealth({
        clock: systemClock,
        updateCount: watch.updateCount,
        isWatched: () => document.visibilityState === 'visible',
        restart: watch.restart,
        refresh: watch.refresh,
      }),
    [watch],
  );
}

/** The view state of this group's wall. It follows the group's layout when it is saved. */
function useStore(group: Group) {
  const text = JSON.stringify(group.settings?.gridLayout ?? null);
  const layout = useMemo(() => cleanLayout(JSON.parse(text)), [text]);
  const [store] = useState(() =>
    createWallStore({ storage: () => localStorage, clock: systemClock, saved: layout }),
  );
  useEffect(() => store.groupChanged(layout), [store, layout]);
  useEffect(() => store.stop, [store]);
  return { store, layout };
}

/** Keys of edit mode that work independently of the focus. */
function useEditKeys(store: WallStore): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isField = event.target instanceof HTMLInputElement && event.target.type !== 'range';
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isField || store.view.dialog !== 'none')
        return;
      const key = shortcutKey(event);
      if (!store.arrangement.get().isEditing || (key !== 'z' && key !== 'y')) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) store.redo();
      else store.undo();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [store]);
}

/** The tiles, or why there are none. */
function TilesOrNot(props: {
  tiles: readonly Tile[];
  shown: readonly Tile[];
  hasAnswered: boolean;
  onShowAll: () => void;
  children: ReactNode;
}) {
  const unheardSince = useUnheardSince();
  if (props.shown.length > 0) return props.children;
  if (unheardSince !== undefined)
    return (
      <EmptyState icon={mdiLanDisconnect} title={notConnectedText(unheardSince)} text={m.notConnectedText} />
    );
  if (!props.hasAnswered) return <Spinner label={m.loading} />;
  if (props.tiles.length > 0)
    return (
      <EmptyState icon={mdiFilterOutline} title={m.noneFound} text={m.noneFoundText}>
        <Button onClick={props.onShowAll}>{m.showAll}</Button>
      </EmptyState>
    );
  return <EmptyState icon={mdiMonitorOff} title={m.empty} text={m.emptyText} />;
}

/** In full screen the controls hide without input, except during edits or while a dialog is open. */
function useControls(store: WallStore) {
  const { areControlsHidden, dialog } = useSnapshot(store.view);
  const { isEditing } = useObservable(store.arrangement);
  const isFullScreen = useIsFullScreen();
  const isIdle = useIsIdle(isFullScreen && dialog === 'none' && !isEditing);
  useWakeLock(isFullScreen);
  return { areShown: !areControlsHidden && !isIdle, isIdle };
}

function OnlineCount({ tiles }: { tiles: readonly Tile[] }) {
  const unheardSince = useUnheardSince();
  const text =
    unheardSince === undefined
      ? m.online({ here: tiles.filter(({ isOnline }) => isOnline).length, of: tiles.length })
      : notConnectedText(unheardSince);
  return (
    <span role="status" className={styles.count}>
      {text}
    </span>
  );
}

const TileMenu = lazyPart(async () => (await import('./tile-menu.tsx')).TileMenu, { isAtFoot: true });
const Spotlight = lazyPart(async () => (await import('./spotlight/spotlight.tsx')).Spotlight, {
  isAtFoot: true,
});

/** A group's screens on one page: in a grid, or at their positions in the room. */
export function Wall(props: { group: Group; hostnames: readonly string[] | undefined }) {
  const { group, hostnames } = props;
  const { store, layout } = useStore(group);
  const tileSize = useTileSize(store);
  const widthPx = useSettled(tileSize.width, TIMING.zoomDebounceMs);
  const request = useMemo(() => requestFor(group.id, widthPx), [group.id, widthPx]);
  const watch = useGroupWatch(request);
  const isDropped = useQualityDrop(watch);
  const { all, hasAnswered } = useTiles(watch, group.id);
  const tiles = useMemo(() => {
    const isShown = createHostnameFilter(hostnames);
    return hostnames === undefined ? all : all.filter(({ hostname }) => isShown(hostname));
  }, [all, hostnames]);
  const { isShared, save } = useLayoutSaving(group, store);
  const navigate = useNavigate({ from: '/group/$groupId/grid' });
  const viewportRef = useRef<HTMLDivElement>(null);
  const viewport = useViewport(viewportRef);
  const { areShown, isIdle } = useControls(store);
  const { dialog } = useSnapshot(store.view);
  const { isEditing } = useObservable(store.arrangement);
  const [spotlight] = useState(createSpotlight);
  const isSpotlit = useObservable(spotlight).length > 0;
  const { data: members = NO_MEMBERS } = useQuery(groupMembersQuery(group.id));
  const tileMenu = useTileMenu(tiles, store);
  const isBusy = isEditing || isSpotlit || dialog !== 'none' || tileMenu.menu !== undefined;
  const rotation = useRotation(group.id, isBusy);
  useFeedHealth(watch);
  useEditKeys(store);

  const close = () => store.open('none');
  const filter = (next: readonly string[] | undefined) =>
    void navigate({
      search: (before) => ({ ...before, hostnames: next && [...next] }),
      replace: true,
    });

  async function leaveEdit(): Promise<void> {
    const isSaved = store.isLayoutChanged() && (await save());
    store.leaveEdit({ isSaved });
  }

  return (
    <div className={styles.wall} data-idle={isIdle || undefined}>
      {areShown ? (
        <Boundary kind="panel">
          <Controls
            group={group}
            tiles={tiles}
            store={store}
            layout={layout}
            viewport={viewport}
            filterCount={hostnames?.length}
            rotation={rotation}
            onLeaveEdit={() => void leaveEdit()}
          />
        </Boundary>
      ) : (
        <div className={styles.show} hidden={isIdle}>
          <IconButton
            icon={mdiEyeOutline}
            look="default"
            label={m.show}
            onClick={() => store.setControlsHidden(false)}
          />
        </div>
      )}
      {isEditing && !isShared ? (
        <p role="note" className={styles.note}>
          {m.mayNotSave}
        </p>
      ) : null}
      {isSpotlit ? <Spotlight watch={watch} groupId={group.id} spotlight={spotlight} /> : null}
      <div ref={viewportRef} className={styles.viewport}>
        <Boundary kind="panel">
          <TilesOrNot tiles={all} shown={tiles} hasAnswered={hasAnswered} onShowAll={() => filter(undefined)}>
            <WallStage
              watch={watch}
              groupId={group.id}
              store={store}
              tiles={tiles}
              quality={isDropped ? 10 : wallPictures(widthPx, devicePixelRatio).quality}
              background={layout.background}
              viewport={viewport}
              menuHandlers={tileMenu.handlers}
            />
          </TilesOrNot>
        </Boundary>
      </div>
      <DialogBoundary key={dialog} onClose={close}>
        {dialog === 'filter' ? (
          <FilterDialog tiles={all} hostnames={hostnames} onApply={filter} onClose={close} />
        ) : null}
        {dialog === 'save' ? <SaveLayoutDialog store={store} onClose={close} /> : null}
        {dialog === 'background' ? (
          <BackgroundDialog
            group={group}
            store={store}
            background={layout.background}
            viewportNow={() => sizeOfElement(viewportRef.current)}
            onClose={close}
          />
        ) : null}
        {dialog === 'rotation' ? <RotationDialog groupId={group.id} onClose={close} /> : null}
        {dialog === 'layouts' ? <SavedLayoutsDialog store={store} onClose={close} /> : null}
      </DialogBoundary>
      {tileMenu.menu === undefined ? null : (
        // Keyed by opening, because a new menu must not reuse the closed one whose end is not rendered yet.
        <TileMenu
          key={tileMenu.menu.opening}
          watch={watch}
          group={group}
          members={members}
          menu={tileMenu.menu}
          tiles={tiles}
          keys={tileMenu.keys}
          spotlight={spotlight}
          onClose={tileMenu.close}
        />
      )}
      <WallLeaveGuard store={store} save={save} />
    </div>
  );
}

function Controls(props: {
  group: Group;
  tiles: readonly Tile[];
  store: WallStore;
  layout: ReturnType<typeof cleanLayout>;
  viewport: Size;
  filterCount: number | undefined;
  rotation: RotationState | undefined;
  onLeaveEdit: () => void;
}) {
  const { group, store, rotation } = props;
  return (
    <ScreenHeader
      crumbs={[
        { title: m.groups, link: { to: '/settings/groups' } },
        { title: group.title, link: { to: '/group/$groupId', params: { groupId: group.id } } },
        { title: m.wall },
      ]}
    >
      <OnlineCount tiles={props.tiles} />
      {rotation === undefined ? null : <RotationControls rotation={rotation} />}
      <WallToolbar
        store={store}
        background={props.layout.background}
        viewport={props.viewport}
        filterCount={props.filterCount}
        onLeaveEdit={props.onLeaveEdit}
      />
    </ScreenHeader>
  );
}
