import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Actions, Dimmed, Panel } from '../kit/panel.tsx';
import { m } from '../messages.ts';
import type { FullScreenChoice, Reply } from '../student-state.ts';

const WORDS: Record<FullScreenChoice, string> = {
  entire: m.fullScreenText,
  other: m.fullScreenNotEntire,
  refused: m.fullScreenNotChosen,
  failed: m.fullScreenNotAllowed,
};

/** Lets the student grant a tutor's request for the entire screen, and withdraw it. */
export function FullScreenCard(props: {
  isOn: boolean;
  onAccept: () => Reply<FullScreenChoice>;
  onDecline: () => void;
}) {
  const [choice, setChoice] = useState<FullScreenChoice>('entire');
  const accept = async () => setChoice((await props.onAccept()) ?? 'failed');
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
