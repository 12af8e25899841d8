import { shownText } from '#domain/shown-text.ts';
import type { Broadcast } from '../../core/device-state.ts';
import { m, sentence } from '../messages.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Panel, PlainText } from '../ui/panel.tsx';

/** Who shows a screen, in a sentence. */
export const broadcastTitle = (tutorName: string | undefined): string =>
  sentence(m.broadcast({ tutor: shownText(tutorName ?? '', 80) || m.aTeacher }));

/** A tutor's screen that the student has closed while it goes on. */
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
