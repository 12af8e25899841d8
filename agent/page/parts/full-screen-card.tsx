import { useState } from 'react';
import { m } from '../messages.ts';
import type { FullScreenChoice } from '../student/full-screen-choice.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Dimmed, Panel } from '../ui/panel.tsx';

const WORDS: Record<FullScreenChoice, string> = {
  entire: m.fullScreenText,
  other: m.fullScreenNotEntire,
  refused: m.fullScreenNotChosen,
  failed: m.fullScreenNotAllowed,
};

/** Lets the student grant a tutor's request for the entire screen, and withdraw it. */
export function FullScreenCard(props: {
  isOn: boolean;
  onAccept: () => Promise<FullScreenChoice>;
  onDecline: () => void;
}) {
  const [choice, setChoice] = useState<FullScreenChoice>('entire');
  const accept = async () => setChoice(await props.onAccept());
  if (props.isOn)
    return (
      <Panel title={m.fullScreenOn}>
        <Actions>
          <Button onClick={props.onDecline}>{m.fullScreenEnd}</Button>
        </Actions>
      </Panel>
    );
  return (
    <Panel asks title={m.fullScreenAsked}>
      <Dimmed>{WORDS[choice]}</Dimmed>
      <Actions>
        <Button look="primary" onClick={() => void accept()}>
          {m.accept}
        </Button>
        <Button onClick={props.onDecline}>{m.decline}</Button>
      </Actions>
    </Panel>
  );
}
