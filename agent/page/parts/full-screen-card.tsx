import { useState } from 'react';
import { m } from '../messages.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Dimmed, Panel } from '../ui/panel.tsx';

/** A tutor asks for the entire screen; the student decides, and may take it back. */
export function FullScreenCard(props: {
  isOn: boolean;
  onAccept: () => Promise<boolean>;
  onDecline: () => void;
}) {
  const [isOther, setOther] = useState(false);
  const accept = async () => setOther(!(await props.onAccept()));
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
      <Dimmed>{isOther ? m.fullScreenNotEntire : m.fullScreenText}</Dimmed>
      <Actions>
        <Button look="primary" onClick={() => void accept()}>
          {m.accept}
        </Button>
        <Button onClick={props.onDecline}>{m.decline}</Button>
      </Actions>
    </Panel>
  );
}
