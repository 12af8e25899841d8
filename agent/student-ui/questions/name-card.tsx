import { useState } from 'react';
import { trimmedText } from '#domain/visible-text.ts';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/field.tsx';
import { Actions, Panel, PanelForm } from '../kit/panel.tsx';
import { m } from '../messages.ts';
import type { Reply } from '../student-state.ts';

export function NameCard(props: { name: string; onGive: (name: string) => Reply<boolean> }) {
  const [name, setName] = useState(props.name);
  const [isMissing, setMissing] = useState(false);
  const submit = async () => {
    const answer = trimmedText(name);
    const isGiven = answer !== '' && (await props.onGive(answer));
    setMissing(isGiven === false);
  };
  return (
    <Panel asks title={m.nameAsked}>
      <PanelForm onSubmit={() => void submit()}>
        <TextField
          label={m.yourName}
          value={name}
          onChange={setName}
          fault={isMissing ? m.nameMissing : undefined}
        />
        <Actions>
          <Button look="primary" submits>
            {m.nameSend}
          </Button>
        </Actions>
      </PanelForm>
    </Panel>
  );
}
