import { useState } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import type { EffectParameters } from '#domain/policies/effects.ts';
import { foundWords, isHardlyFound } from '#domain/policies/keyword-rules.ts';
import { EFFECT_LOOKS } from '#features/policies/parts/part-looks.ts';
import { CheckField, TextAreaField } from '#ui/field/field.tsx';
import { keywords as m, m as shared } from '../messages.ts';
import { PartDialog, type PartDialogProps } from '../part-dialog.tsx';
import { LineWarning } from './line-warning.tsx';
import { isSameList, wordsOf, wordsText } from './lines.ts';
import { ReportFields } from './report-fields.tsx';
import { TryOut, type TryResult } from './try-out.tsx';

type Keywords = EffectParameters<'KeywordMonitoringDefinition'>;
const EMPTY: Keywords = { keywords: [], report: true, attachScreenshot: false, wholeWordMatching: false };
const MAX_TEXT = 60_000;

function judge(typed: string, words: Keywords): TryResult {
  const found = foundWords(typed, words);
  if (found.length === 0) return { look: 'free', text: m.none };
  return { look: 'caught', text: m.found({ words: found.map((word) => shownName(word, 40)).join(', ') }) };
}

/** The words that are searched for on the students' screens. */
export function KeywordDialog({ value, onSubmit, onClose }: PartDialogProps<Keywords>) {
  const [first] = useState(value ?? EMPTY);
  const [text, setText] = useState(() => wordsText(first.keywords));
  const [options, setOptions] = useState(first);
  const [isAttempted, setAttempted] = useState(false);
  const words: Keywords = { ...options, keywords: wordsOf(text), report: true };
  const isMissing = words.keywords.length === 0;
  return (
    <PartDialog
      title={EFFECT_LOOKS.KeywordMonitoringDefinition.title}
      width="39rem"
      isChanged={!isSameList([words], [{ ...first, report: true }])}
      obstacle={isMissing ? shared.required : undefined}
      onAttempt={() => setAttempted(true)}
      onSubmit={() => onSubmit(words)}
      onClose={onClose}
    >
      <TextAreaField
        label={m.words}
        hint={m.hint}
        error={isMissing && isAttempted ? shared.required : undefined}
        value={text}
        maxLength={MAX_TEXT}
        maxRows={24}
        isRequired
        onChange={setText}
      />
      <LineWarning text={m.never} lines={words.keywords.filter(isHardlyFound)} />
      <CheckField
        label={m.whole}
        value={options.wholeWordMatching}
        onChange={(wholeWordMatching) => setOptions({ ...options, wholeWordMatching })}
      />
      <ReportFields
        value={options}
        isAlways
        onChange={({ attachScreenshot }) => setOptions({ ...options, attachScreenshot })}
      />
      <TryOut label={m.tryOut} hint={m.tryOutHint} judge={(typed) => judge(typed, words)} />
    </PartDialog>
  );
}
