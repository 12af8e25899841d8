import { createPortal } from 'react-dom';
import { shownLock } from '../../core/device-state.ts';
import type { SessionState } from '../../core/session.ts';
import { m } from '../messages.ts';
import { useObservable } from '../observable.ts';
import type { TakingPart } from '../student/taking-part.ts';
import { Button } from '../ui/button.tsx';
import { Asks } from './asks.tsx';
import { Banners } from './banners.tsx';
import styles from './classroom.module.css';
import { Cover } from './cover.tsx';
import { FilesPanel } from './files-panel.tsx';
import { BoxPlace, useMovableBox } from './movable.tsx';
import { RoomPanels } from './room-panels.tsx';
import { ScreenPanel } from './screen-panel.tsx';
import type { AskNotifications } from './student-app.tsx';
import { WatchPanel } from './watch-panel.tsx';

/**
 * The page while the student takes part. Where mouse and keyboard are paused, everything of the lesson is inert; who is
 * looked at can still hide or stop that, and leave, as by closing the tab.
 */
export function Classroom(props: { part: TakingPart; notifications: AskNotifications; onLeave: () => void }) {
  const { part } = props;
  const state = useObservable(part.state);
  const session = useObservable(part.session);
  const broadcast = useObservable(part.broadcast.shown);
  const isSharing = useObservable(part.shared.state).name === 'shared';
  const { inputsBlocked } = state;
  const muted = state.muted || state.policies.muted;
  const isCovered = broadcast !== undefined || shownLock(state) !== undefined;
  const asks = useMovableBox();
  const banners = <Banners inputsBlocked={inputsBlocked} muted={muted} />;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.brand}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          <h1 className={styles.title}>
            {m.here({ person: state.name ?? part.person.name, site: part.siteName })}
          </h1>
        </div>
        <p className={styles.state} role="status" data-online={session.name === 'online'}>
          {connectionWords(session)}
        </p>
        <Button onClick={props.onLeave}>{m.leave}</Button>
      </header>
      <main className={styles.main}>
        {isCovered ? null : banners}
        <div className={styles.column}>
          {isCovered ? null : <BoxPlace box={asks} className={styles.asks} />}
          <WatchPanel part={part} state={state} notifications={props.notifications} />
          <ScreenPanel part={part} />
        </div>
        <div className={styles.column} inert={inputsBlocked}>
          <RoomPanels rooms={state.rooms} onLeave={part.device.leaveRoom} />
          <FilesPanel files={part.files} />
        </div>
      </main>
      <Cover
        {...{ state, broadcast, muted, isSharing, onClose: part.broadcast.close }}
        onStopSharing={part.shared.stop}
      >
        {banners}
        <BoxPlace box={asks} />
      </Cover>
      {createPortal(<Asks part={part} state={state} />, asks)}
    </div>
  );
}

function connectionWords({ name }: SessionState): string {
  if (name === 'online') return m.connected;
  return name === 'waiting' ? m.reconnecting : m.connecting;
}
