import { useSnapshot } from 'valtio/react';
import { type ScreenFace as Face, screenFace, staleMark } from '#live/device-facts.ts';
import { useThumbnailState } from '#live/device-store.ts';
import { displayChoices } from '#live/display-choices.ts';
import type { GroupWatch } from '#live/group-watch.ts';
import { ThumbnailCanvas } from '#live/thumbnail-canvas.tsx';
import { useConnection } from '#live/use-connection.ts';
import type { Display } from '#protocol/feedback.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { PlainLink } from '#shell/navigation/plain-link.tsx';
import { useObservable } from '#ui/use-observable.ts';
import { WhyDarkLine } from '../why-dark/why-dark-line.tsx';
import styles from './card-screen.module.css';
import { DisplaySwitcher } from './device/display-switcher.tsx';
import { ScreenFace } from './device/screen-face.tsx';
import { m } from './messages.ts';
import { PICTURE_PLACE } from './picture-size.ts';
import type { NearCards } from './visibility/near-cards.ts';

/** Subscribes to the choice itself, so that choosing a display re-renders no other card. */
function CardDisplays(props: { clientId: string; name: string; displays: readonly Display[] }) {
  const { clientId } = props;
  return (
    <DisplaySwitcher
      name={props.name}
      displays={props.displays}
      chosen={useSnapshot(displayChoices.choices)[clientId]}
      onChoose={(displayId) => displayChoices.choose(clientId, displayId)}
    />
  );
}

/** Subscribes to the connection itself, so that losing it does not re-render hundreds of cards. */
function StaleSign({ client }: { client: LiveClient }) {
  const stale = staleMark(client, useConnection());
  return stale === undefined ? null : (
    <span className={styles.stale} data-stale>
      {m[stale]}
    </span>
  );
}

const noChanges = () => () => {};

/**
 * Rendered in place of a picture. A card far from view renders the bare words: after an outage, this applies
 * to most cards of a large group.
 */
function CardFace(props: {
  face: Exclude<Face, 'picture'>;
  client: LiveClient;
  groupId: string;
  nearCards: NearCards | undefined;
}) {
  const { face, client, groupId, nearCards } = props;
  const { clientId } = client;
  const changes = { subscribe: nearCards?.onNearChange ?? noChanges };
  const isNear = useObservable(changes, () => nearCards?.isNear(clientId) ?? true);
  return (
    <ScreenFace face={face} client={client} isBare={!isNear}>
      {isNear ? <WhyDarkLine clientId={clientId} client={client} of={{ groupId }} /> : null}
    </ScreenFace>
  );
}

/** The screen of a device, or the reason why there is no picture. */
export function CardScreen(props: {
  watch: GroupWatch;
  client: LiveClient;
  groupId: string;
  name: string;
  /** The path of the device's own screen, opened by a press. */
  path: string;
  /** Which cards of this screen are near the view. Absent: this one is always in view. */
  nearCards?: NearCards;
}) {
  const { watch, client, name, nearCards } = props;
  const face = screenFace(client.statuses, useThumbnailState(watch, client.clientId));
  const displays = client.info?.displays ?? [];
  const isFullyFullScreen = client.statuses?.fullScreen === 'FULL';
  return (
    <div className={styles.screen} {...PICTURE_PLACE}>
      <PlainLink path={props.path} className={styles.open} aria-label={m.openScreen({ name })}>
        <StaleSign client={client} />
        {/* Privacy removes the canvas: not even the last picture may remain below the words. */}
        {face === 'privacy' ? null : (
          <ThumbnailCanvas
            watch={watch}
            clientId={client.clientId}
            label={m.screenOf({ name })}
            className={styles.picture ?? ''}
          />
        )}
        {face === 'picture' ? null : (
          <CardFace face={face} client={client} groupId={props.groupId} nearCards={nearCards} />
        )}
      </PlainLink>
      {displays.length > 1 && face !== 'privacy' && !isFullyFullScreen ? (
        <CardDisplays clientId={client.clientId} name={name} displays={displays} />
      ) : null}
    </div>
  );
}
