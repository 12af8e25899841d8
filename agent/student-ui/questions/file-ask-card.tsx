import { useRef, useState } from 'react';
import { shownText } from '#domain/shown-text.ts';
import { matchesWildcard } from '#domain/wildcard.ts';
import { Button } from '../kit/button.tsx';
import { Actions, Dimmed, Panel } from '../kit/panel.tsx';
import { m } from '../messages.ts';
import type { FileRequest } from '../student-state.ts';

/** Lets the student pick files for a tutor who collects them, or decline. */
export function FileAskCard(props: {
  request: FileRequest;
  /** `dropped` are the names of chosen files that were not asked for. */
  onHandIn: (files: readonly File[], dropped: readonly string[]) => void;
  onDecline: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [fitsNone, setFitsNone] = useState(false);
  const patterns = props.request.patterns.map((pattern) => shownText(pattern, 60)).join(', ');
  const pick = (files: readonly File[]) => {
    const asked = props.request.patterns;
    const fitting = files.filter(
      ({ name }) => asked.length === 0 || asked.some((pattern) => matchesWildcard(name, pattern)),
    );
    setFitsNone(files.length > 0 && fitting.length === 0);
    const dropped = files.filter((file) => !fitting.includes(file)).map(({ name }) => name);
    if (fitting.length > 0) props.onHandIn(fitting, dropped);
  };
  return (
    <Panel asks title={m.filesAsked}>
      <p>{m.filesAskedText({ patterns: patterns === '*' ? '' : patterns })}</p>
      {fitsNone ? <Dimmed>{m.nothingFits({ patterns })}</Dimmed> : null}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={m.pickFiles}
        onChange={(event) => {
          pick([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Actions>
        <Button look="primary" onClick={() => input.current?.click()}>
          {m.pickFiles}
        </Button>
        <Button onClick={props.onDecline}>{m.decline}</Button>
      </Actions>
    </Panel>
  );
}
