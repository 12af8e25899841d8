import { type ReactNode, useState } from 'react';
import type { AccessMode } from '#domain/policies/verdict.ts';
import { ChoiceField, TextAreaField } from '#ui/field/field.tsx';
import { m, websites as words } from '../messages.ts';
import { PartDialog } from '../part-dialog.tsx';
import { linesOf } from './lines.ts';
import { ReportFields, type Reports } from './report-fields.tsx';

export type BlockList = Reports & { accessMode: AccessMode; lines: readonly string[] };

const EMPTY: BlockList = { accessMode: 'BlackList', lines: [], report: false, attachScreenshot: false };
const MAX_TEXT = 60_000;

/** Edits a list of blocked or allowed entries, one per line. */
export function BlockListDialog(props: {
  title: string;
  /** Labels of the two modes. */
  modes: Readonly<Record<AccessMode, string>>;
  hint: (mode: AccessMode) => string;
  /** Warnings about lines of the current list. */
  warnings: (lines: readonly string[]) => ReactNode;
  value: BlockList | undefined;
  /** Test of the current list. */
  tryOut: (list: BlockList) => ReactNode;
  onSubmit: (list: BlockList) => void;
  onClose: () => void;
}) {
  const [first] = useState(props.value ?? EMPTY);
  const [form, setForm] = useState({ ...first, text: first.lines.join('\n') });
  const [isAttempted, setAttempted] = useState(false);
  const { text, ...rest } = form;
  const list: BlockList = { ...rest, lines: linesOf(text) };
  const isMissing = list.lines.length === 0;
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  return (
    <PartDialog
      title={props.title}
      width="39rem"
      isChanged={JSON.stringify(list) !== JSON.stringify({ ...rest, ...first })}
      obstacle={isMissing ? m.required : undefined}
      onAttempt={() => setAttempted(true)}
      onSubmit={() => props.onSubmit(list)}
      onClose={props.onClose}
    >
      <ChoiceField
        label={words.mode}
        value={form.accessMode}
        options={(['BlackList', 'WhiteList'] as const).map((value) => ({ value, title: props.modes[value] }))}
        onChange={(accessMode) => change({ accessMode })}
      />
      <TextAreaField
        label={m.except}
        hint={props.hint(form.accessMode)}
        error={isMissing && isAttempted ? m.required : undefined}
        value={text}
        maxLength={MAX_TEXT}
        maxRows={24}
        isRequired
        onChange={(next) => change({ text: next })}
      />
      {props.warnings(list.lines)}
      <ReportFields value={form} onChange={change} />
      {props.tryOut(list)}
    </PartDialog>
  );
}
