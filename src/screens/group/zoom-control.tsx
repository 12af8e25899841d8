import { mdiFitToScreenOutline } from '@mdi/js';
import { useSnapshot } from 'valtio/react';
import { zoomThatShows } from '#domain/groups/card-columns.ts';
import { ZOOM } from '#domain/groups/zoom.ts';
import { Icon } from '#ui/icon/icon.tsx';
import styles from './device-toolbar.module.css';
import { useGroupView } from './group-view.ts';
import { m } from './messages.ts';

/** Size of the cards: by hand, in steps of the number of columns; or automatically, so that all fit. */
export function ZoomControl() {
  const store = useGroupView();
  const { zoom, isFitting } = useSnapshot(store.view);
  return (
    <div className={styles.zoom}>
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={isFitting}
        aria-label={m.fit}
        data-tip={m.fitHint}
        onClick={() => store.setFitting(!isFitting)}
      >
        <Icon path={mdiFitToScreenOutline} size={18} />
      </button>
      <input
        type="range"
        className={styles.slider}
        aria-label={m.zoom}
        data-tip={m.zoom}
        min={ZOOM.min}
        max={ZOOM.max}
        step={ZOOM.step}
        value={zoom}
        onChange={(event) => {
          const typedZoom = event.currentTarget.valueAsNumber;
          const room = store.room();
          store.setZoom(room === undefined ? typedZoom : zoomThatShows(zoom, typedZoom, room));
        }}
      />
    </div>
  );
}
