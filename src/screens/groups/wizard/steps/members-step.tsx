import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import { type Candidate, ofDevice, ofUser, withStrangers } from '#features/group-members/candidates.ts';
import { MemberPicker } from '#features/group-members/member-picker.tsx';
import { PatternEditor } from '#features/group-members/pattern-editor.tsx';
import { devicesQuery } from '#rest/devices.ts';
import { usersQuery } from '#rest/users.ts';
import { FieldError } from '#ui/field/field-parts.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import { CourseChoice } from '../import/course-choice.tsx';
import { m } from '../messages.ts';
import type { StepProps } from '../step-props.ts';
import { TypeField } from './type-field.tsx';

const WORDS = { loading: m.loadingMembers, failed: m.notRead, retry: m.tryAgain };

/** The type of the group and its members. */
export function MembersStep(props: StepProps) {
  const { draft, was, onChange } = props;
  return (
    <>
      <TypeField
        type={draft.type}
        was={was?.type}
        hasMembers={props.source !== undefined && props.source.members.length > 0}
        onChange={(type) => onChange({ type })}
      />
      <Members {...props} />
    </>
  );
}

function Members(props: StepProps) {
  const { draft, problem, onChange } = props;
  switch (draft.type) {
    case 'users':
      return <ChosenUsers {...props} />;
    case 'devices':
      return <ChosenDevices {...props} />;
    case 'import':
      return <Imported {...props} />;
    case 'match':
      return <Patterns patterns={draft.patterns} problem={problem} onChange={onChange} />;
  }
}

function ChosenUsers(props: StepProps) {
  const users = useQuery(usersQuery());
  return (
    <ListReader reading={users} words={WORDS}>
      {(all) => <Chosen {...props} kind="user" candidates={all.map(ofUser)} />}
    </ListReader>
  );
}

function ChosenDevices(props: StepProps) {
  const devices = useQuery(devicesQuery());
  return (
    <ListReader reading={devices} words={WORDS}>
      {(all) => <Chosen {...props} kind="device" candidates={all.map(ofDevice)} />}
    </ListReader>
  );
}

function Chosen(props: StepProps & { kind: 'user' | 'device'; candidates: readonly Candidate[] }) {
  const { kind, candidates, was, problem, onChange } = props;
  const field = kind === 'user' ? 'users' : 'devices';
  const former = was?.[field];
  const known = useMemo(() => withStrangers(candidates, former ?? []), [candidates, former]);
  return (
    <>
      <MemberPicker
        kind={kind}
        candidates={known}
        members={props.draft[field]}
        onChange={(members) => onChange({ [field]: members })}
      />
      {problem === undefined ? null : <FieldError>{problem}</FieldError>}
    </>
  );
}

function Patterns(props: {
  patterns: readonly string[];
  problem: string | undefined;
  onChange: StepProps['onChange'];
}) {
  const devices = useQuery(devicesQuery());
  return (
    <ListReader reading={devices} words={WORDS}>
      {(all) => (
        <PatternEditor
          devices={all}
          patterns={props.patterns}
          problem={props.problem}
          onChange={(patterns) => props.onChange({ patterns })}
        />
      )}
    </ListReader>
  );
}

/** A new group needs a course. The members of an imported group are changed in the directory. */
function Imported({ source, draft, onChange }: StepProps) {
  if (source === undefined)
    return <CourseChoice chosen={draft.course} onChange={(course) => onChange({ course })} />;
  const { courseName } = source.group.meta ?? {};
  return (
    <div>
      <p>{courseName ? m.importFrom({ course: shownName(courseName, 80) }) : m.importUnnamed}</p>
      <p>{m.importText}</p>
      <p>{m.importMembers({ count: source.members.length })}</p>
    </div>
  );
}
