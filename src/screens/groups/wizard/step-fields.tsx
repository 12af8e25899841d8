import type { Step } from './group-draft.ts';
import type { StepProps } from './step-props.ts';
import { HostnamesStep } from './steps/hostnames-step.tsx';
import { MembersStep } from './steps/members-step.tsx';
import { NameStep } from './steps/name-step.tsx';
import { PoliciesStep } from './steps/policies-step.tsx';
import { TutorsStep } from './steps/tutors-step.tsx';

const FIELDS = {
  name: NameStep,
  members: MembersStep,
  tutors: TutorsStep,
  hostnames: HostnamesStep,
  policies: PoliciesStep,
} as const;

export function StepFields({ step, ...props }: StepProps & { step: Step }) {
  const Fields = FIELDS[step];
  return <Fields {...props} />;
}
