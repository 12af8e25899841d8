import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Overlay } from '../kit/overlay.tsx';
import { m } from '../messages.ts';
import { broadcastTitle } from '../questions/broadcast-card.tsx';
import styles from './broadcast-overlay.module.css';
import { useStream } from './use-stream.ts';

/** A tutor's screen, received by the page that shows it. */
export type ShownBroadcast = { stream: MediaStream; tutorName: string | undefined };

/**
 * A tutor's broadcast over the page, full screen if the student chooses. Without `onClose` the inputs are
 * paused. `children` are tutors' messages and requests over the picture. `extra` is a further button.
 */
export function BroadcastOverlay(props: {
  broadcast: ShownBroadcast;
  muted: boolean;
  onClose: (() => void) | undefined;
  extra: ReactNode;
  children: ReactNode;
}) {
  const { onClose, muted } = props;
  const { stream, tutorName } = props.broadcast;
  const video = useStream(stream, { muted });
  const view = useRef<HTMLDivElement>(null);
  const [isFull, setFull] = useState(false);
  const [hasPicture, setHasPicture] = useState(false);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    };
  }, []);
  const toggle = () => {
    const change = isFull ? document.exitFullscreen() : view.current?.requestFullscreen();
    change?.catch(() => {});
  };
  const title = broadcastTitle(tutorName);
  const isBlocked = onClose === undefined;
  const hasSound = stream.getAudioTracks().length > 0;
  return (
    <Overlay label={title} onClose={onClose}>
      <div ref={view} className={styles.view}>
        <div className={styles.bar}>
          <h2 className={styles.title}>{title}</h2>
          {video.isSilenced && hasSound && !muted ? (
            <Button isDisabled={isBlocked} onClick={video.turnSoundOn}>
              {m.soundOn}
            </Button>
          ) : null}
          <Button isDisabled={isBlocked} onClick={toggle}>
            {isFull ? m.endFullScreen : m.fullScreen}
          </Button>
          <Button isDisabled={isBlocked} onClick={onClose}>
            {m.close}
          </Button>
          {props.extra}
        </div>
        {hasPicture ? null : <p className={styles.wait}>{m.broadcastComes}</p>}
        <video
          ref={video.ref}
          className={styles.picture}
          aria-label={m.broadcastPicture}
          autoPlay
          playsInline
          muted={video.isMuted}
          onPlaying={() => setHasPicture(true)}
        />
        <div className={styles.told}>{props.children}</div>
      </div>
    </Overlay>
  );
}
