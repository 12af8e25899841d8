import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { displayLeft } from '#domain/wall/tile-state.ts';
import { DisplaySwitcher } from '#features/device-card/device/display-switcher.tsx';
import { wallDisplayChoices } from '#live/display-choices.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import styles from './wall-tile.module.css';

/** Subscribes to the choice itself, so that choosing a display renders no other tile. */
export function TileDisplays(props: { client: Pick<LiveClient, 'clientId' | 'info'>; name: string }) {
  const { clientId, info } = props.client;
  const displays = info?.displays ?? [];
  const chosen = useSnapshot(wallDisplayChoices.choices)[clientId];
  const left = displayLeft(displays, chosen);
  useEffect(() => {
    // The chosen display has been disconnected.
    if (left.name === 'choose') wallDisplayChoices.choose(clientId, left.displayId);
  });
  if (displays.length < 2) return null;
  return (
    <div className={styles.displays}>
      <DisplaySwitcher
        name={props.name}
        displays={displays}
        chosen={chosen}
        onChoose={(displayId) => wallDisplayChoices.choose(clientId, displayId)}
      />
    </div>
  );
}
