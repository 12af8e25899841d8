import { MAX_GROUP_NAME } from '#protocol/rest/group-name.ts';
import { TextField } from '#ui/field/field.tsx';
import { nameProblem } from '../group-draft.ts';
import { m } from '../messages.ts';
import type { StepProps } from '../step-props.ts';

/** The field accepts more than the maximum, so that the limit is explained instead of cutting the text. */
const MAX_TYPED = 4 * MAX_GROUP_NAME;

export function NameStep({ draft, problem, onChange }: StepProps) {
  const isTooLong = draft.name.trim().length > MAX_GROUP_NAME;
  return (
    <TextField
      label={m.name}
      hint={m.nameHint}
      error={problem ?? (isTooLong ? nameProblem(draft.name) : undefined)}
      value={draft.name}
      maxLength={MAX_TYPED}
      isRequired
      onChange={(name) => onChange({ name })}
    />
  );
}
