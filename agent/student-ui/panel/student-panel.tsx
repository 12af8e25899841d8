import type { ReactNode } from 'react';
import { shownText } from '#domain/shown-text.ts';
import { RoomPanels } from '../chat/room-panels.tsx';
import { FilesPanel } from '../files/files-panel.tsx';
import { Boundary } from '../kit/boundary.tsx';
import { Column } from '../kit/layout.tsx';
import { Dimmed } from '../kit/panel.tsx';
import { m } from '../messages.ts';
import { Asks } from '../questions/asks.tsx';
import type { StudentCalls, StudentState } from '../student-state.ts';
import { Banners } from '../watching/banners.tsx';
import { connectionWords } from '../watching/connection-words.ts';
import { ShownToClass } from '../watching/shown-to-class.tsx';
import { WatchPanel } from '../watching/watch-panel.tsx';
import styles from './student-panel.module.css';

/** The whole interface in one column, for the panel of an extension or of a desktop agent. */
export function StudentPanel(props: {
  /** Undefined before the agent has sent it. */
  state: StudentState | undefined;
  calls: StudentCalls;
  /** False while the panel has no connection to its agent. Calls would fail then, so the panel is inert. */
  isConnected: boolean;
  /** The last call has failed. */
  hasFailed: boolean;
  /** Further parts of the agent, below the tutors who watch. */
  children?: ReactNode;
}) {
  const { state, calls } = props;
  if (state === undefined) return <Dimmed>{m.panelConnecting}</Dimmed>;
  const { connection, inputsBlocked, shares, isScreenVisible } = state;
  return (
    <div className={styles.panel} inert={!props.isConnected}>
      <header className={styles.header}>
        <h1 className={styles.title}>
          <bdi>{shownText(state.name)}</bdi>
        </h1>
        <Dimmed>{props.isConnected ? connectionWords(connection) : m.panelConnecting}</Dimmed>
      </header>
      {props.hasFailed ? <p role="alert">{m.callFailed}</p> : null}
      <Banners state={state} />
      <ShownToClass shares={shares} isSharing={isScreenVisible} onStop={() => void calls.stopSharing()} />
      <Boundary>
        <Asks state={state} calls={calls} />
      </Boundary>
      <Boundary>
        <WatchPanel state={state} calls={calls} />
      </Boundary>
      {props.children}
      <Column inert={inputsBlocked}>
        <Boundary>
          <RoomPanels rooms={state.rooms} isOnline={connection === 'online'} calls={calls} />
        </Boundary>
        <Boundary>
          <FilesPanel state={state} calls={calls} />
        </Boundary>
      </Column>
    </div>
  );
}
