import {
  mdiArrowULeftTop,
  mdiArrowURightTop,
  mdiContentSaveOutline,
  mdiCursorMove,
  mdiEyeOffOutline,
  mdiFilterOutline,
  mdiFitToPageOutline,
  mdiFolderOpenOutline,
  mdiFullscreen,
  mdiFullscreenExit,
  mdiGrid,
  mdiMagnifyMinusOutline,
  mdiMagnifyPlusOutline,
  mdiMinus,
  mdiPlus,
  mdiViewCarouselOutline,
} from '@mdi/js';
import { useSnapshot } from 'valtio/react';
import { isUnsaved } from '#domain/wall/arrangement.ts';
import type { Background } from '#domain/wall/grid-layout.ts';
import {
  BACKGROUND_ZOOM,
  backgroundZoomRange,
  fitZoom,
  PAGE_ZOOM,
  type Size,
  stepBackgroundZoom,
  stepPageZoom,
  TILE_SIZE,
} from '#domain/wall/limits.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useObservable } from '#ui/use-observable.ts';
import { BackgroundButton } from './background-button.tsx';
import { canBeFullScreen, toggleFullScreen, useIsFullScreen } from './full-screen.ts';
import { m } from './messages.ts';
import { m as rotationWords } from './rotation/rotation-messages.ts';
import type { WallStore } from './wall-store.ts';
import styles from './wall-toolbar.module.css';

function SizeSlider({ store }: { store: WallStore }) {
  const { size } = useSnapshot(store.view);
  return (
    <input
      type="range"
      className={styles.slider}
      aria-label={m.size}
      data-tip={m.size}
      min={TILE_SIZE.min}
      max={TILE_SIZE.max}
      step={TILE_SIZE.step}
      value={size}
      onChange={(event) => store.setSize(event.currentTarget.valueAsNumber)}
    />
  );
}

function PageZoom({ store }: { store: WallStore }) {
  const { pageZoom } = useSnapshot(store.view);
  const step = (direction: 1 | -1) => store.setPageZoom(stepPageZoom(pageZoom, direction));
  return (
    <div className={styles.group}>
      <IconButton
        icon={mdiMinus}
        look="default"
        label={m.zoomOut}
        aria-disabled={stepPageZoom(pageZoom, -1) === pageZoom}
        onClick={() => step(-1)}
      />
      <button
        type="button"
        className={styles.percent}
        aria-label={m.zoomReset({ percent: pageZoom })}
        data-tip={m.zoomReset({ percent: pageZoom })}
        onClick={() => store.setPageZoom(PAGE_ZOOM.initial)}
      >
        {pageZoom}%
      </button>
      <IconButton
        icon={mdiPlus}
        look="default"
        label={m.zoomIn}
        aria-disabled={pageZoom >= PAGE_ZOOM.max}
        onClick={() => step(1)}
      />
    </div>
  );
}

function BackgroundControls(props: { store: WallStore; background: Background; viewport: Size }) {
  const { store, background, viewport } = props;
  const { backgroundZoom } = useSnapshot(store.view);
  const range = backgroundZoomRange(background, viewport);
  const step = (direction: 1 | -1) =>
    store.setBackgroundZoom(stepBackgroundZoom(backgroundZoom, direction, range));
  return (
    <div className={styles.group}>
      <IconButton
        icon={mdiMagnifyMinusOutline}
        look="default"
        label={m.zoomOutBackground}
        aria-disabled={backgroundZoom <= range.min}
        onClick={() => step(-1)}
      />
      <IconButton
        icon={mdiMagnifyPlusOutline}
        look="default"
        label={m.zoomInBackground}
        aria-disabled={backgroundZoom >= range.max}
        onClick={() => step(1)}
      />
      <IconButton
        icon={mdiFitToPageOutline}
        look="default"
        label={m.fit}
        onClick={() => {
          store.setBackgroundZoom(BACKGROUND_ZOOM.initial);
          store.setPageZoom(fitZoom(background, viewport));
        }}
      />
    </div>
  );
}

function EditControls(props: ToolbarProps) {
  const { store } = props;
  const arrangement = useObservable(store.arrangement);
  const { isCooling, isSaving } = useSnapshot(store.view);
  const { isEditing, past, future } = arrangement;
  const obstacle = isEditing ? m.snapInEdit : isCooling ? m.snapCooling : undefined;
  return (
    <>
      <Button
        icon={mdiCursorMove}
        look={isEditing ? 'primary' : 'default'}
        compact
        aria-pressed={isEditing}
        aria-disabled={isSaving}
        data-tip={m.editHint}
        onClick={() => {
          if (isSaving) return;
          if (isEditing) props.onLeaveEdit();
          else store.enterEdit();
        }}
      >
        {m.edit}
      </Button>
      {isEditing ? (
        <div className={styles.group}>
          <IconButton
            icon={mdiArrowULeftTop}
            look="default"
            label={m.undo}
            aria-disabled={past.length === 0}
            onClick={store.undo}
          />
          <IconButton
            icon={mdiArrowURightTop}
            look="default"
            label={m.redo}
            aria-disabled={future.length === 0}
            onClick={store.redo}
          />
        </div>
      ) : null}
      <Button
        icon={mdiGrid}
        compact
        aria-disabled={obstacle !== undefined}
        aria-description={obstacle}
        data-tip={obstacle ?? m.snap}
        onClick={() => {
          if (obstacle === undefined) store.snap();
        }}
      >
        {m.snap}
      </Button>
      {isUnsaved(arrangement) ? (
        <span role="status" className={styles.unsaved}>
          {m.unsaved}
        </span>
      ) : null}
    </>
  );
}

/** If full screen is not available, the button is disabled with the reason. */
function FullScreenButton() {
  const isFullScreen = useIsFullScreen();
  const obstacle = canBeFullScreen() ? undefined : m.noFullScreen;
  return (
    <IconButton
      icon={isFullScreen ? mdiFullscreenExit : mdiFullscreen}
      look="default"
      label={isFullScreen ? m.leaveFullScreen : m.fullScreen}
      aria-disabled={obstacle !== undefined}
      aria-description={obstacle}
      onClick={() => {
        if (obstacle === undefined) void toggleFullScreen();
      }}
    />
  );
}

export type ToolbarProps = {
  store: WallStore;
  background: Background | undefined;
  viewport: Size;
  /** Number of devices chosen in the filter; undefined: all are shown. */
  filterCount: number | undefined;
  onLeaveEdit: () => void;
};

/** The controls of a wall. */
export function WallToolbar(props: ToolbarProps) {
  const { store, background, filterCount } = props;
  const filterTitle = filterCount === undefined ? m.filter : m.filterOn({ count: filterCount });
  return (
    <div role="toolbar" aria-label={m.controls} className={styles.toolbar}>
      <SizeSlider store={store} />
      <PageZoom store={store} />
      <BackgroundButton store={store} />
      {background === undefined ? null : (
        <BackgroundControls store={store} background={background} viewport={props.viewport} />
      )}
      <EditControls {...props} />
      <div className={styles.group}>
        <IconButton
          icon={mdiContentSaveOutline}
          look="default"
          label={m.saveAs}
          onClick={() => store.open('save')}
        />
        <IconButton
          icon={mdiFolderOpenOutline}
          look="default"
          label={m.layouts}
          onClick={() => store.open('layouts')}
        />
      </div>
      <button
        type="button"
        className={styles.filter}
        data-on={filterCount !== undefined || undefined}
        aria-label={filterTitle}
        data-tip={filterTitle}
        onClick={() => store.open('filter')}
      >
        <Icon path={mdiFilterOutline} size={20} />
        {filterCount}
      </button>
      <IconButton
        icon={mdiViewCarouselOutline}
        look="default"
        label={rotationWords.open}
        onClick={() => store.open('rotation')}
      />
      <FullScreenButton />
      <IconButton
        icon={mdiEyeOffOutline}
        look="default"
        label={m.hide}
        onClick={() => store.setControlsHidden(true)}
      />
    </div>
  );
}
