import { shownText } from '#domain/shown-text.ts';
import type { Broadcast } from '../../core/device-state.ts';
import { Button } from '../kit/button.tsx';
import { Actions, Panel, PlainText } from '../kit/panel.tsx';
import { m, sentence } from '../messages.ts';

/** A sentence that names the tutor who shows a screen. */
export const broadcastTitle = (tutorName: string | undefined): string =>
  sentence(m.broadcast({ tutor: shownText(tutorName ?? '', 80) || m.aTeacher }));

/** A running broadcast that the student has closed. */
export function BroadcastCard(props: { broadcast: Broadcast; onShow: () => void }) {
  return (
    <Panel title={broadcastTitle(props.broadcast.tutorName)}>
      <PlainText>{m.broadcastClosed}</PlainText>
      <Actions>
        <Button onClick={props.onShow}>{m.showAgain}</Button>
      </Actions>
    </Panel>
  );
}
