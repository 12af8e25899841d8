import { runnerNameProblem } from '#domain/runners/runner-name.ts';
import type { SiteRunner } from '#protocol/rest/admin/site-runner.ts';
import { TextField } from '#ui/field/field.tsx';
import { m, nameProblemText } from './messages.ts';

/** The field accepts more than the maximum, so that a long name is reported instead of cut. */
const MAX_TYPED_LENGTH = 1_000;

/** Error text for the name; undefined where it is valid. `own`: id of the runner that is renamed. */
export function nameProblem(name: string, runners: readonly SiteRunner[], own?: string): string | undefined {
  const others = runners.filter(({ id }) => id !== own).map((runner) => runner.name);
  const problem = runnerNameProblem(name, others);
  return problem && nameProblemText[problem];
}

/** A missing name is an error after a submit or after clearing. Other errors are shown while typing. */
export function RunnerNameField(props: {
  name: string;
  problem: string | undefined;
  isAttempted: boolean;
  onChange: (name: string) => void;
}) {
  const isShown = props.isAttempted || props.problem !== nameProblemText.empty;
  return (
    <TextField
      label={m.name}
      hint={m.nameHint}
      value={props.name}
      maxLength={MAX_TYPED_LENGTH}
      isRequired
      requiredText={nameProblemText.empty}
      error={isShown ? props.problem : undefined}
      onChange={props.onChange}
    />
  );
}
