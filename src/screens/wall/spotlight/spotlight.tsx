import { mdiClose, mdiPictureInPictureBottomRight } from '@mdi/js';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSnapshot } from 'valtio/react';
import { TIMING } from '#domain/timing.ts';
import { LivePicture } from '#features/device-card/live-picture/live-picture.tsx';
import { deviceTitle, personName, staleMark } from '#live/device-facts.ts';
import { useDevice } from '#live/device-store.ts';
import { wallDisplayChoices } from '#live/display-choices.ts';
import type { GroupWatch } from '#live/group-watch.ts';
import { useConnection } from '#live/use-connection.ts';
import { useGroupWatch } from '#live/use-group-watch.ts';
import type { LiveClient, WatchRequest } from '#protocol/threads/live-worker.ts';
import { PlainLink } from '#shell/navigation/plain-link.tsx';
import { Boundary } from '#ui/boundary/boundary.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { useObservable } from '#ui/use-observable.ts';
import { m } from '../messages.ts';
import { tilePath } from '../tile-path.ts';
import { hasOwnWindows, useOwnWindow } from './own-window.ts';
import styles from './spotlight.module.css';
import type { Spotlight as SpotlightStore } from './spotlight-store.ts';

/** Requested while no live stream of the screen is available. */
const THUMBNAILS = { quality: 100, intervalMs: TIMING.deviceThumbnailMs, width: 1920, height: 1080 };

type Address = Pick<LiveClient, 'clientId' | 'userId' | 'authType'>;

/** A screen in a separate window is visible while its tab is hidden, so it must still react to privacy. */
const requestFor = ({ clientId, userId, authType }: Address, isInOwnWindow: boolean): WatchRequest => ({
  of: { client: { clientId, userId, authType } },
  feeds: ['info', 'statuses', 'thumbnails'],
  thumbnails: THUMBNAILS,
  ...(isInOwnWindow && { keptWhenHidden: 'pictures' }),
});

/**
 * The device from the watch of its own screen, and from the wall's watch before that has data. A device that
 * has left counts as offline, because a hidden wall receives no updates.
 */
function useEnlarged(watch: GroupWatch, seen: LiveClient): LiveClient {
  const client = useDevice(watch, seen.clientId);
  const [last, setLast] = useState(client);
  if (client !== undefined && client !== last) setLast(client);
  if (client !== undefined) return client;
  return last?.clientId === seen.clientId ? { ...last, isOffline: true } : seen;
}

/** One enlarged device, here or in a separate window. It closes when the device leaves. */
function EnlargedScreen(props: { groupId: string; seen: LiveClient; onClose: () => void }) {
  const { groupId, seen, onClose } = props;
  const { clientId, userId, authType } = seen;
  const own = useOwnWindow();
  const isInOwnWindow = own.place !== undefined;
  const watch = useGroupWatch(
    useMemo(
      () => requestFor({ clientId, userId, authType }, isInOwnWindow),
      [clientId, userId, authType, isInOwnWindow],
    ),
  );
  const client = useEnlarged(watch, seen);
  const connection = useConnection();
  const displayId = useSnapshot(wallDisplayChoices.choices)[clientId];
  const name = personName(client) ?? (deviceTitle(client) || m.unnamed);
  const path = tilePath(groupId, client);
  const picture = (
    <LivePicture
      watch={watch}
      client={client}
      name={name}
      stale={staleMark(client, connection)}
      displayId={displayId}
      onChooseDisplay={(next) => wallDisplayChoices.choose(clientId, next)}
      shared={undefined}
      groupId={groupId}
      isSeenElsewhere={isInOwnWindow}
    />
  );
  return (
    <article className={styles.screen} aria-label={m.enlarged({ name })}>
      <header className={styles.head}>
        {path === undefined ? (
          <bdi className={styles.name}>{name}</bdi>
        ) : (
          <PlainLink path={path} className={styles.name}>
            <bdi>{name}</bdi>
          </PlainLink>
        )}
        {hasOwnWindows() ? (
          <IconButton
            icon={mdiPictureInPictureBottomRight}
            size="small"
            label={own.place === undefined ? m.ownWindow({ name }) : m.backFromWindow({ name })}
            onClick={own.toggle}
          />
        ) : null}
        <IconButton icon={mdiClose} size="small" label={m.shrink({ name })} onClick={onClose} />
      </header>
      {own.place === undefined ? (
        picture
      ) : (
        <>
          <p className={styles.elsewhere}>{m.inOwnWindow}</p>
          {createPortal(<main className={styles.window}>{picture}</main>, own.place)}
        </>
      )}
    </article>
  );
}

/** The enlarged screens above the wall, which keeps running below them. */
export function Spotlight(props: { watch: GroupWatch; groupId: string; spotlight: SpotlightStore }) {
  const { watch, groupId, spotlight } = props;
  const { devices } = watch;
  const keys = useObservable(spotlight);
  const last = useRef(new Map<string, LiveClient>());
  useEffect(
    () =>
      devices.subscribeChanges(() => {
        for (const key of spotlight.get()) if (devices.get(key) === undefined) spotlight.remove(key);
      }),
    [devices, spotlight],
  );
  const screens = keys.flatMap((key) => {
    const client = devices.get(key) ?? last.current.get(key);
    if (client === undefined) return [];
    last.current.set(key, client);
    return [{ key, client }];
  });
  if (screens.length === 0) return null;
  return (
    <section
      className={styles.spotlight}
      aria-label={m.spotlight}
      data-count={screens.length}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        spotlight.clear();
      }}
    >
      <div className={styles.screens}>
        {screens.map(({ key, client }) => (
          <Boundary key={key} kind="panel" onClose={() => spotlight.remove(key)}>
            <EnlargedScreen groupId={groupId} seen={client} onClose={() => spotlight.remove(key)} />
          </Boundary>
        ))}
      </div>
      {screens.length > 1 ? <Button onClick={spotlight.clear}>{m.shrinkAll}</Button> : null}
    </section>
  );
}
