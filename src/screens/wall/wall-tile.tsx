import {
  mdiDotsVertical,
  mdiHelpCircleOutline,
  mdiImageBrokenVariant,
  mdiMonitorOff,
  mdiPowerPlugOffOutline,
  mdiShieldLockOutline,
} from '@mdi/js';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, memo, useEffect, useId, useRef } from 'react';
import { isComputer } from '#domain/devices/device-type.ts';
import { whyAbsent } from '#domain/devices/why-dark.ts';
import { type TileState, tileState } from '#domain/wall/tile-state.ts';
import { PICTURE_PLACE } from '#features/device-card/picture-size.ts';
import type { VisibleCards } from '#features/device-card/visibility/visible-cards.ts';
import { darkSentence } from '#features/why-dark/dark-sentence.ts';
import { type DarkDevice, useWhyDark } from '#features/why-dark/use-why-dark.ts';
import { deviceType, openItems, staleMark } from '#live/device-facts.ts';
import { useDevice, useThumbnailState } from '#live/device-store.ts';
import type { GroupWatch } from '#live/group-watch.ts';
import { ThumbnailCanvas } from '#live/thumbnail-canvas.tsx';
import { useConnection } from '#live/use-connection.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { Boundary } from '#ui/boundary/boundary.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { m, stateText } from './messages.ts';
import { TileDisplays } from './tile-displays.tsx';
import { tilePath } from './tile-path.ts';
import type { Tile } from './tiles.ts';
import styles from './wall-tile.module.css';

const ICONS: Record<Exclude<TileState, 'picture'>, string> = {
  privacy: mdiShieldLockOutline,
  unavailable: mdiMonitorOff,
  undecodable: mdiImageBrokenVariant,
  offline: mdiPowerPlugOffOutline,
  noData: mdiHelpCircleOutline,
};

type PlaceholderProps = { state: Exclude<TileState, 'picture'>; text: string; reasonId: string };

/** Shown instead of the picture. A small tile shows only the icon, with the text as a tooltip. */
function Placeholder({
  state,
  text,
  reasonId,
  reason = '',
}: PlaceholderProps & { reason: string | undefined }) {
  const isPatient = state === 'unavailable' || state === 'noData';
  return (
    <span
      className={styles.state}
      data-patient={isPatient || undefined}
      data-tip={reason === '' ? text : `${text}. ${reason}`}
    >
      <Icon path={ICONS[state]} size={24} />
      <span className={styles.stateText}>{text}</span>
      <span id={reasonId} className={styles.reason} data-why-dark>
        {reason}
      </span>
    </span>
  );
}

/** Subscribes to the reason why a device that has sent messages is dark. */
function ConnectedPlaceholder({ device, ...placeholder }: PlaceholderProps & { device: DarkDevice }) {
  return <Placeholder {...placeholder} reason={useWhyDark(device)} />;
}

const absentReason = ({ seenAt }: Tile) => darkSentence(whyAbsent(seenAt), Date.now());

/** The student's foreground item, if there is room for it. */
function Foreground({ client }: { client: LiveClient | undefined }) {
  const active = client === undefined ? undefined : openItems(client).find((item) => item.active);
  return active === undefined ? null : <bdi className={styles.foreground}>{active.title}</bdi>;
}

export type WallTileProps = {
  watch: GroupWatch;
  groupId: string;
  tile: Tile;
  x: number;
  y: number;
  isEditing: boolean;
  isSelected: boolean;
  visibleCards: VisibleCards;
};

/** One device of the wall. */
export const WallTile = memo(function WallTile(props: WallTileProps) {
  const { tile, x, y } = props;
  return (
    <Boundary
      kind="tile"
      frame={(notice) => (
        <li className={styles.tile} style={{ left: x, top: y }} data-tile={tile.key}>
          {notice}
        </li>
      )}
    >
      <TileOfDevice {...props} />
    </Boundary>
  );
});

/** A press selects nothing; a double click or Enter opens the device. */
function TileOfDevice(props: WallTileProps) {
  const { watch, groupId, tile, isEditing, visibleCards } = props;
  const { key } = tile;
  const client = useDevice(watch, key);
  const connection = useConnection();
  const thumbnail = useThumbnailState(watch, key);
  const ref = useRef<HTMLLIElement>(null);
  const reasonId = useId();
  const router = useRouter();
  useEffect(() => {
    if (ref.current === null || tile.isAbsent) return;
    return visibleCards.observe(ref.current, key);
  }, [visibleCards, key, tile.isAbsent]);

  const facts = client && {
    isOffline: client.isOffline,
    hasInfo: client.info !== undefined,
    isPrivate: client.statuses?.privacy === true,
  };
  const state = tileState({ client: facts, thumbnail });
  const text = stateText(state, client && isComputer(deviceType(client)) ? 'Applications' : 'Tabs');
  const name = tile.name || m.unnamed;
  const hostname = tile.hostname === name ? '' : tile.hostname;
  const path = tilePath(groupId, client);
  const isStale = client !== undefined && staleMark(client, connection) !== undefined;

  /** The mouse opens by a double click, because a single press on a wall is often accidental. */
  function onClick(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return void (isEditing && event.preventDefault());
    event.preventDefault();
    const isMeant = event.detail === 0 || event.detail === 2;
    if (!isEditing && isMeant && path !== undefined) router.history.push(path);
  }

  return (
    <li
      ref={ref}
      className={styles.tile}
      style={{ left: props.x, top: props.y }}
      data-tile={key}
      data-state={state}
      data-stale={isStale || undefined}
      data-editing={isEditing || undefined}
      data-selected={props.isSelected || undefined}
    >
      <a
        href={path ?? '#'}
        draggable={false}
        className={styles.open}
        role={isEditing || path === undefined ? 'button' : undefined}
        aria-label={m.tile({ name, hostname, state: text })}
        aria-description={isEditing ? m.tileHint : path === undefined ? undefined : m.openHint}
        // If there is a reason, screen readers read it.
        aria-describedby={isEditing || state === 'picture' ? undefined : reasonId}
        aria-keyshortcuts="Shift+F10"
        onClick={onClick}
      >
        <span className={styles.picturePlace} {...PICTURE_PLACE}>
          {/* With privacy on there is no canvas: not even the last picture may be behind the text. */}
          {state === 'privacy' || state === 'offline' ? null : (
            <ThumbnailCanvas watch={watch} clientId={key} label={name} className={styles.picture ?? ''} />
          )}
        </span>
        {state === 'picture' ? null : tile.isAbsent ? (
          <Placeholder state={state} text={text} reasonId={reasonId} reason={absentReason(tile)} />
        ) : (
          <ConnectedPlaceholder
            state={state}
            text={text}
            reasonId={reasonId}
            device={{ clientId: key, client, of: { groupId } }}
          />
        )}
        <span className={styles.caption} aria-hidden="true">
          <bdi className={styles.name}>{name}</bdi>
          {hostname === '' ? null : <bdi className={styles.hostname}>{hostname}</bdi>}
          <Foreground client={client} />
        </span>
      </a>
      {client === undefined || isEditing || state === 'privacy' ? null : (
        <TileDisplays client={client} name={name} />
      )}
      {/* With the keyboard, the menu key opens the menu. */}
      {isEditing ? null : (
        <button
          type="button"
          tabIndex={-1}
          className={styles.more}
          aria-label={m.actionsOf({ name })}
          data-tile-menu
        >
          <Icon path={mdiDotsVertical} size={18} />
        </button>
      )}
    </li>
  );
}
