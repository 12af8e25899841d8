import { mdiFullscreen, mdiFullscreenExit } from '@mdi/js';
import { useEffect, useMemo, useRef } from 'react';
import { WhyDarkDeviceLine } from '#features/why-dark/why-dark-line.tsx';
import { type ScreenFace as Face, performs, type StaleMark, singleScreenFace } from '#live/device-facts.ts';
import { useThumbnailState } from '#live/device-store.ts';
import type { GroupWatch } from '#live/group-watch.ts';
import { ThumbnailCanvas } from '#live/thumbnail-canvas.tsx';
import { createViewReporter } from '#live/view-reporter.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { IconButton } from '#ui/button.tsx';
import { watchElementSize } from '#ui/element-size.ts';
import { Spinner } from '#ui/spinner.tsx';
import { DisplaySwitcher } from '../device/display-switcher.tsx';
import { ScreenFace } from '../device/screen-face.tsx';
import { m } from '../messages.ts';
import styles from './live-picture.module.css';
import { useFullSize } from './use-full-size.ts';
import { useIsUnseen } from './use-is-unseen.ts';
import { type OpenLiveScreen, useLiveScreen } from './use-live-screen.ts';
import { useSteadyPicture } from './use-steady-picture.ts';

/** The JPEG quality of a screen that fills the page. */
const THUMBNAIL_QUALITY = 100;

type LivePictureProps = {
  watch: GroupWatch;
  client: LiveClient;
  name: string;
  stale: StaleMark | undefined;
  /** Undefined: the primary display. */
  displayId: string | undefined;
  onChooseDisplay: (displayId: string | undefined) => void;
  /** The stream of the device's screen that this tab shares already: no second one is requested. */
  shared: MediaStream | undefined;
  /** The group in which the device is viewed, if any. */
  groupId?: string | undefined;
  openLive?: OpenLiveScreen;
  /** The picture is in another window than the tab, and goes on while the tab is hidden. */
  isSeenElsewhere?: boolean;
};

/** Requests thumbnails at their displayed size, and none while the stream is shown. */
function useThumbnailView(props: {
  watch: GroupWatch;
  place: { current: HTMLElement | null };
  clientId: string;
  displayId: string | undefined;
  isNeeded: boolean;
}): void {
  const { watch, place, clientId, displayId, isNeeded } = props;
  const reporter = useMemo(() => createViewReporter(watch.look), [watch]);
  useEffect(() => () => reporter.stop(), [reporter]);
  useEffect(
    () =>
      reporter.change({
        visible: isNeeded ? [clientId] : [],
        displays: displayId === undefined ? {} : { [clientId]: displayId },
        quality: THUMBNAIL_QUALITY,
      }),
    [reporter, clientId, displayId, isNeeded],
  );
  useEffect(() => watchElementSize(place.current, (size) => reporter.change({ size })), [reporter, place]);
}

const addressOf = ({ clientId, userId, authType }: LiveClient) => ({ clientId, userId, authType });

/** Covers the picture while there is none. With privacy on, no part of the screen may be visible. */
function Instead(props: {
  client: LiveClient;
  face: Face;
  isStarting: boolean;
  groupId: string | undefined;
}) {
  const { client, face, isStarting, groupId } = props;
  if (face !== 'unavailable' || !isStarting)
    return (
      <ScreenFace client={client} face={face} size={40}>
        <WhyDarkDeviceLine
          clientId={client.clientId}
          client={client}
          of={{ client: addressOf(client) }}
          deviceId={client.info?.deviceId}
          groupId={groupId}
        />
      </ScreenFace>
    );
  return (
    <div className={styles.starting}>
      <Spinner label={m.connecting} />
      <p aria-hidden="true">{m.connecting}</p>
    </div>
  );
}

/** Labels the kind of picture, or that it is stale. */
function PictureMark(props: {
  stale: StaleMark | undefined;
  face: Face;
  kind: 'live' | 'shared' | 'connecting' | 'thumbnail';
}) {
  const { stale, face, kind } = props;
  if (stale !== undefined)
    return (
      <span className={styles.mark} data-mark="stale">
        {m[stale]}
      </span>
    );
  if (kind === 'thumbnail' && face !== 'picture') return <span className={styles.mark} />;
  return (
    <span className={styles.mark} data-mark={kind}>
      {m[kind]}
    </span>
  );
}

/** The screen of the device: a stream if there is one, otherwise a thumbnail every five seconds. */
export function LivePicture(props: LivePictureProps) {
  const { watch, client, name, displayId, shared } = props;
  const { clientId, statuses } = client;
  const frame = useRef<HTMLElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const still = useRef<HTMLCanvasElement>(null);
  const isPrivate = statuses?.privacy === true;
  const isUnseen = useIsUnseen() && props.isSeenElsewhere !== true;
  const displays = client.info?.displays ?? [];
  // No stream is requested while the student shares nothing or the page is hidden.
  const isShared = displays.length > 0 && performs(client, 'liveScreen');
  const isWanted = isShared && !isPrivate && shared === undefined && !isUnseen;
  // A chosen display that no longer exists falls back to the primary one, as for thumbnails.
  const liveDisplay = displays.some(({ id }) => id === displayId) ? displayId : undefined;
  const live = useLiveScreen(client, { displayId: liveDisplay, isWanted }, props.openLive);
  const stream = isPrivate ? undefined : (shared ?? (live.name === 'live' ? live.stream : undefined));
  const { shown, onPainted } = useSteadyPicture(
    { video, still },
    { stream, isHidden: isPrivate || (stream === undefined && displays.length === 0) },
  );
  const isStream = shown === 'stream' && !isPrivate;
  // A stream does not depend on the broker, so the loss of the broker does not make it stale.
  const stale = isStream ? undefined : props.stale;
  useThumbnailView({ watch, place, clientId, displayId, isNeeded: !isPrivate && stream === undefined });
  const face = singleScreenFace(client, useThumbnailState(watch, clientId));
  const { isFull, toggle } = useFullSize(frame);
  const label = m.screenOf({ name });
  return (
    <section
      ref={frame}
      aria-label={m.picture}
      className={styles.frame}
      data-stale={stale || undefined}
      data-shown={isPrivate ? 'thumbnail' : shown}
    >
      <div ref={place} className={styles.place}>
        {isPrivate ? null : (
          <>
            <ThumbnailCanvas
              watch={watch}
              clientId={clientId}
              label={label}
              className={styles.picture ?? ''}
              onPainted={onPainted}
            />
            <canvas ref={still} className={styles.still} role="img" aria-label={label} />
            <video ref={video} className={styles.stream} aria-label={label} autoPlay muted playsInline />
          </>
        )}
        {isPrivate || shown === 'thumbnail' ? (
          <Instead
            client={client}
            face={face}
            isStarting={isWanted && live.name === 'starting'}
            groupId={props.groupId}
          />
        ) : null}
      </div>
      <div className={styles.strip}>
        <PictureMark
          stale={stale}
          face={face}
          kind={
            isStream
              ? shared === undefined
                ? 'live'
                : 'shared'
              : shown === 'still'
                ? 'connecting'
                : 'thumbnail'
          }
        />
        {displays.length > 1 && !isPrivate && statuses?.fullScreen !== 'FULL' ? (
          <DisplaySwitcher
            name={name}
            displays={displays}
            chosen={displayId}
            onChoose={props.onChooseDisplay}
          />
        ) : null}
        {toggle === undefined ? null : (
          <IconButton
            icon={isFull ? mdiFullscreenExit : mdiFullscreen}
            size="small"
            label={isFull ? m.leaveFullSize : m.fullSize}
            onClick={toggle}
          />
        )}
      </div>
    </section>
  );
}
