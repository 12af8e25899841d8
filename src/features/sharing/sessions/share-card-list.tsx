import { mdiMonitorOff, mdiTuneVariant } from '@mdi/js';
import { useEffect, useRef, useState } from 'react';
import { clockTime } from '#domain/time-text.ts';
import { type ShareSession, shareSessions } from '#peer/share/share-sessions.ts';
import { Boundary, listEntry } from '#ui/boundary/boundary.tsx';
import { Button } from '#ui/button.tsx';
import { DialogBoundary } from '#ui/dialog/dialog-boundary.tsx';
import { usePageMark } from '#ui/page-mark.ts';
import { m } from './messages.ts';
import { QualityDialog } from './quality-dialog.tsx';
import styles from './share-card-list.module.css';
import { screenText, whomText } from './share-words.ts';

function Preview({ stream }: { stream: MediaStream }) {
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = ref.current;
    if (video === null) return;
    video.srcObject = stream;
    return () => {
      video.srcObject = null;
    };
  }, [stream]);
  return <video ref={ref} className={styles.preview} muted autoPlay playsInline aria-hidden />;
}

function ShareCard(props: { session: ShareSession; onQuality: () => void; onStop: () => void }) {
  const { session } = props;
  const { viewers, count, declined, startedAt } = session;
  const [screen, whom] = [screenText(session), whomText(session)];
  return (
    <li className={styles.card} data-share={session.id}>
      <Preview stream={session.stream} />
      <div className={styles.words}>
        <p className={styles.title}>
          <bdi>{m.cardTitle({ screen, whom })}</bdi>
        </p>
        <p className={styles.facts}>
          <span>{m.watching({ viewers, count })}</span>
          {declined > 0 ? <span>{m.declined({ count: declined })}</span> : null}
          <time dateTime={new Date(startedAt).toISOString()}>{m.since({ time: clockTime(startedAt) })}</time>
        </p>
      </div>
      <div className={styles.buttons}>
        <Button icon={mdiTuneVariant} aria-haspopup="dialog" onClick={props.onQuality}>
          {m.changeQuality}
        </Button>
        <Button
          look="primary"
          icon={mdiMonitorOff}
          aria-label={m.stopSharingOf({ screen, whom })}
          onClick={props.onStop}
        >
          {m.stopSharing}
        </Button>
      </div>
    </li>
  );
}

/** One card for each share of this tab, at the lower edge of the page without covering it. */
export function ShareCardList({ sessions }: { sessions: readonly ShareSession[] }) {
  const [adjustedId, setAdjustedId] = useState<string>();
  const ref = useRef<HTMLElement>(null);
  usePageMark('with-shares');
  const adjusted = sessions.find(({ id }) => id === adjustedId);

  function stop(id: string): void {
    shareSessions.stop(id);
    // The pressed button is removed with its card, so the focus moves to the next card or the page.
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      (ref.current?.querySelector('button') ?? document.getElementById('content'))?.focus();
    });
  }

  return (
    <section ref={ref} aria-label={m.sharedScreens} className={styles.cards}>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <Boundary key={session.id} kind="row" frame={listEntry} onClose={() => stop(session.id)}>
            <ShareCard
              session={session}
              onQuality={() => setAdjustedId(session.id)}
              onStop={() => stop(session.id)}
            />
          </Boundary>
        ))}
      </ul>
      {adjusted ? (
        <DialogBoundary onClose={() => setAdjustedId(undefined)}>
          <QualityDialog session={adjusted} onClose={() => setAdjustedId(undefined)} />
        </DialogBoundary>
      ) : null}
    </section>
  );
}
