import { shownText } from '#domain/shown-text.ts';
import type { OpenRoom } from '../../core/device-state.ts';
import { m } from '../messages.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Dimmed, Panel, PlainText } from '../ui/panel.tsx';
import styles from './room-panels.module.css';

/** The conversations that tutors opened here. */
export function RoomPanels(props: { rooms: readonly OpenRoom[]; onLeave: (roomId: string) => void }) {
  return props.rooms.map(({ roomId, messages }) => (
    <Panel key={roomId} title={m.messages}>
      {messages.length === 0 ? (
        <Dimmed>{m.noMessages}</Dimmed>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by keyboard
        <ul className={styles.messages} aria-live="polite" aria-label={m.messages} tabIndex={0}>
          {messages.map(({ id, name, message }) => (
            <li key={id}>
              <p className={styles.sender}>{shownText(name, 80) || m.unknownSender}</p>
              <PlainText>{message}</PlainText>
            </li>
          ))}
        </ul>
      )}
      <Actions>
        <Button onClick={() => props.onLeave(roomId)}>{m.closeRoom}</Button>
      </Actions>
    </Panel>
  ));
}
