import { useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { shownText } from '#domain/shown-text.ts';
import { RoomPanels } from '../../student-ui/chat/room-panels.tsx';
import { FilesPanel } from '../../student-ui/files/files-panel.tsx';
import { Boundary } from '../../student-ui/kit/boundary.tsx';
import { Button } from '../../student-ui/kit/button.tsx';
import { Column } from '../../student-ui/kit/layout.tsx';
import { Asks, waitingCount } from '../../student-ui/questions/asks.tsx';
import { useObservable } from '../../student-ui/use-observable.ts';
import { Banners } from '../../student-ui/watching/banners.tsx';
import { connectionWords } from '../../student-ui/watching/connection-words.ts';
import { ShownToClass } from '../../student-ui/watching/shown-to-class.tsx';
import { WatchPanel } from '../../student-ui/watching/watch-panel.tsx';
import { m } from '../messages.ts';
import type { AskNotifications } from '../student/notification-permission.ts';
import { studentCalls } from '../student/student-calls.ts';
import type { TakingPart } from '../student/taking-part.ts';
import styles from './classroom.module.css';
import { Cover } from './cover.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { BoxPlace, useMovableBox } from './movable.tsx';
import { NotificationSetting } from './notification-setting.tsx';
import { ScreenPanel } from './screen-panel.tsx';
import { useStudentState } from './use-student-state.ts';
import { useWaitingTitle } from './waiting-title.ts';

/**
 * The page while the student takes part. While mouse and keyboard are paused, everything of the lesson is
 * inert. The student can still hide or stop the screen and leave, as they could by closing the tab.
 */
export function Classroom(props: { part: TakingPart; notifications: AskNotifications; onLeave: () => void }) {
  const { part } = props;
  const state = useStudentState(part);
  const calls = useMemo(() => studentCalls(part), [part]);
  const broadcast = useObservable(part.broadcast.shown);
  const { connection, inputsBlocked, muted, shares } = state;
  const isSharing = state.isScreenVisible;
  const isCovered = broadcast !== undefined || state.lock !== undefined;
  const asks = useMovableBox();
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  useWaitingTitle(waitingCount(state));
  const leave = () => {
    const files = part.files.unsaved();
    if (files.length === 0) props.onLeave();
    else setUnsaved(files);
  };
  const banners = <Banners state={state} />;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.brand}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          <h1 className={styles.title}>
            <bdi>{shownText(state.name)}</bdi> · <bdi>{part.siteName}</bdi>
          </h1>
        </div>
        <p className={styles.state} role="status" data-online={connection === 'online'}>
          {connectionWords(connection)}
        </p>
        <Button onClick={leave}>{m.leave}</Button>
      </header>
      {isCovered ? null : (
        <div className={styles.inSight}>
          {banners}
          <ShownToClass shares={shares} isSharing={isSharing} onStop={part.shared.stop} />
          <BoxPlace box={asks} />
        </div>
      )}
      <main className={styles.main}>
        <Column>
          <Boundary>
            <WatchPanel state={state} calls={calls}>
              <NotificationSetting notifications={props.notifications} />
            </WatchPanel>
          </Boundary>
          <Boundary>
            <ScreenPanel shared={part.shared} state={state} />
          </Boundary>
        </Column>
        <Column inert={inputsBlocked}>
          <Boundary>
            <RoomPanels rooms={state.rooms} isOnline={connection === 'online'} calls={calls} />
          </Boundary>
          <Boundary>
            <FilesPanel state={state} calls={calls} note={m.filesGo} />
          </Boundary>
        </Column>
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
        <ShownToClass shares={shares} isSharing={false} onStop={part.shared.stop} />
        <BoxPlace box={asks} />
      </Cover>
      {unsaved.length === 0 || isCovered ? null : (
        <LeaveDialog files={unsaved} onStay={() => setUnsaved([])} onLeave={props.onLeave} />
      )}
      {createPortal(
        <Boundary>
          <Asks state={state} calls={calls} />
        </Boundary>,
        asks,
      )}
    </div>
  );
}
