import { runnerNameProblem } from '#domain/runners/runner-name.ts';
import type { SiteRunner } from '#protocol/rest/admin/site-runner.ts';
import { TextField } from '../../../ui/field/field.tsx';
import { m, nameProblemText } from './messages.ts';

/** The field takes more than a name may have, so that one that is too long is an error and is not cut. */
const MAX_TYPED_LENGTH = 1_000;

/** What is wrong with the name, in words. `own`: the runner that is renamed. */
export function nameProblem(name: string, runners: readonly SiteRunner[], own?: string): string | undefined {
  const others = runners.filter(({ id }) => id !== own).map((runner) => runner.name);
  const problem = runnerNameProblem(name, others);
  return problem && nameProblemText[problem];
}

/** A missing name is an error once it was tried or cleared; any other error is displayed while the person types. */
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
