import { mdiSync } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import type { Integration } from '#protocol/rest/integration.ts';
import { integrationsQuery, type readCoursePage } from '#rest/integrations.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FieldHint } from '#ui/field/field-parts.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import type { ChosenCourse } from './chosen-course.ts';
import { CourseList } from './course-list.tsx';
import styles from './import.module.css';
import { m } from './messages.ts';

type ChoiceProps = {
  chosen: ChosenCourse | undefined;
  onChange: (course: ChosenCourse) => void;
  readPage?: typeof readCoursePage;
};

const WORDS = { loading: m.loadingDirectories, failed: m.notRead, retry: m.tryAgain };

/** Chooses a directory, and one of the tutor's courses in it. */
export function CourseChoice(props: ChoiceProps) {
  const integrations = useQuery(integrationsQuery());
  return (
    <ListReader reading={integrations} words={WORDS}>
      {(all) => <DirectoryAndCourse {...props} directories={all.filter(({ disabled }) => !disabled)} />}
    </ListReader>
  );
}

function DirectoryAndCourse(props: ChoiceProps & { directories: readonly Integration[] }) {
  const { directories, chosen, onChange } = props;
  const [selectedId, setSelectedId] = useState(chosen?.integrationId);
  // A single directory is preselected.
  const directory =
    directories.length === 1 ? directories[0] : directories.find(({ id }) => id === selectedId);
  if (directories.length === 0)
    return <EmptyState icon={mdiSync} title={m.noDirectory} text={m.noDirectoryText} />;
  return (
    <div className={styles.choice}>
      <SelectField
        label={m.directory}
        value={directory?.id}
        options={directories.map(({ id, name }) => ({ value: id, title: name }))}
        placeholder={m.chooseDirectory}
        onChange={setSelectedId}
      />
      {directory === undefined ? null : (
        <CourseList
          key={directory.id}
          integration={directory}
          chosen={chosen?.integrationId === directory.id ? chosen.id : undefined}
          onChoose={({ id, name }) =>
            onChange({ integrationId: directory.id, service: directory.service, id, name })
          }
          {...(props.readPage && { readPage: props.readPage })}
        />
      )}
      {chosen === undefined ? (
        <FieldHint>{m.choose}</FieldHint>
      ) : (
        <p role="status" className={styles.status}>
          {m.chosen({ course: shownName(chosen.name, 80) })}
        </p>
      )}
    </div>
  );
}
