import { useState } from 'react';
import { createPortal } from 'react-dom';
import { shownText } from '#domain/shown-text.ts';
import type { AgentSessionState } from '../../core/connection/agent-session.ts';
import { effectsOf } from '../../core/effects.ts';
import { m } from '../messages.ts';
import type { AskNotifications } from '../student/notification-permission.ts';
import type { TakingPart } from '../student/taking-part.ts';
import { Boundary } from '../ui/boundary.tsx';
import { Button } from '../ui/button.tsx';
import { useObservable } from '../use-observable.ts';
import { Asks } from './asks.tsx';
import { Banners } from './banners.tsx';
import styles from './classroom.module.css';
import { Cover } from './cover.tsx';
import { FilesPanel } from './files-panel.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { BoxPlace, useMovableBox } from './movable.tsx';
import { RoomPanels } from './room-panels.tsx';
import { ScreenPanel } from './screen-panel.tsx';
import { ShownToClass } from './shown-to-class.tsx';
import { WatchPanel } from './watch-panel.tsx';

/**
 * The page while the student takes part. While mouse and keyboard are paused, everything of the lesson is
 * inert. The student can still hide or stop the screen and leave, as they could by closing the tab.
 */
export function Classroom(props: { part: TakingPart; notifications: AskNotifications; onLeave: () => void }) {
  const { part } = props;
  const state = useObservable(part.state);
  const session = useObservable(part.session);
  const broadcast = useObservable(part.broadcast.shown);
  const isSharing = useObservable(part.shared.state).name === 'shared';
  const { inputsBlocked, muted, lock } = effectsOf(state);
  const isCovered = broadcast !== undefined || lock !== undefined;
  const asks = useMovableBox();
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  const leave = () => {
    const files = part.files.unsaved();
    if (files.length === 0) props.onLeave();
    else setUnsaved(files);
  };
  const blockedHost = useObservable(part.line.isBlocked) ? part.line.host : undefined;
  const banners = <Banners inputsBlocked={inputsBlocked} muted={muted} blockedHost={blockedHost} />;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.brand}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          <h1 className={styles.title}>
            <bdi>{shownText(state.name ?? part.person.name)}</bdi> · <bdi>{part.siteName}</bdi>
          </h1>
        </div>
        <p className={styles.state} role="status" data-online={session.name === 'online'}>
          {connectionWords(session)}
        </p>
        <Button onClick={leave}>{m.leave}</Button>
      </header>
      {isCovered ? null : (
        <div className={styles.inSight}>
          {banners}
          <ShownToClass shares={state.shares} isSharing={isSharing} onStop={part.shared.stop} />
          <BoxPlace box={asks} />
        </div>
      )}
      <main className={styles.main}>
        <div className={styles.column}>
          <Boundary>
            <WatchPanel part={part} state={state} notifications={props.notifications} />
          </Boundary>
          <Boundary>
            <ScreenPanel part={part} />
          </Boundary>
        </div>
        <div className={styles.column} inert={inputsBlocked}>
          <Boundary>
            <RoomPanels rooms={state.rooms} isOnline={session.name === 'online'} hands={part.device} />
          </Boundary>
          <Boundary>
            <FilesPanel files={part.files} picks={part.picks} />
          </Boundary>
        </div>
      </main>
      <Cover
        state={state}
        broadcast={broadcast}
        muted={muted}
        isSharing={isSharing}
        onClose={part.broadcast.close}
        onStopSharing={part.shared.stop}
      >
        {banners}
        <ShownToClass shares={state.shares} isSharing={false} onStop={part.shared.stop} />
        <BoxPlace box={asks} />
      </Cover>
      {unsaved.length === 0 || isCovered ? null : (
        <LeaveDialog files={unsaved} onStay={() => setUnsaved([])} onLeave={props.onLeave} />
      )}
      {createPortal(
        <Boundary>
          <Asks part={part} state={state} />
        </Boundary>,
        asks,
      )}
    </div>
  );
}

function connectionWords({ name }: AgentSessionState): string {
  if (name === 'online') return m.connected;
  return name === 'waiting' ? m.reconnecting : m.connecting;
}
