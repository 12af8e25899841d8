import { useEffect, useRef, useState } from 'react';
import { m } from '../messages.ts';
import type { ShownBroadcast } from '../student/broadcast-view.ts';
import { Button } from '../ui/button.tsx';
import { Overlay } from '../ui/overlay.tsx';
import { broadcastTitle } from './broadcast-card.tsx';
import styles from './broadcast-overlay.module.css';
import { useStream } from './use-stream.ts';

/** What a tutor shares, over the page; the whole screen where the student wants it. */
export function BroadcastOverlay(props: { broadcast: ShownBroadcast; muted: boolean; onClose: () => void }) {
  const { stream, tutorName } = props.broadcast;
  const video = useStream(stream);
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
  return (
    <Overlay label={title} onClose={props.onClose}>
      <div ref={view} className={styles.view}>
        <div className={styles.bar}>
          <h2 className={styles.title}>{title}</h2>
          <Button onClick={toggle}>{isFull ? m.endFullScreen : m.fullScreen}</Button>
          <Button onClick={props.onClose}>{m.close}</Button>
        </div>
        {hasPicture ? null : <p className={styles.wait}>{m.broadcastComes}</p>}
        <video
          ref={video}
          className={styles.picture}
          aria-label={m.broadcastPicture}
          autoPlay
          playsInline
          muted={props.muted}
          onLoadedData={() => setHasPicture(true)}
        />
      </div>
    </Overlay>
  );
}
