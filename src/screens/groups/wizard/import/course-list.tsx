import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { byName, searchMembers } from '#domain/groups/member-search.ts';
import { shownName } from '#domain/people/shown-name.ts';
import { systemClock } from '#protocol/clock.ts';
import type { DirectoryCourse, Integration } from '#protocol/rest/integration.ts';
import { groupsQuery } from '#rest/groups.ts';
import { readCoursePage } from '#rest/integrations.ts';
import { Button } from '#ui/button.tsx';
import { Countdown } from '#ui/countdown.tsx';
import { FailureNotice } from '#ui/failure/failure-notice.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import { PickList } from '#ui/field/pick-list.tsx';
import { SearchField } from '#ui/field/search-field.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useObservable } from '#ui/use-observable.ts';
import { type CourseReading, type ReadCourses, readCourses } from './course-reading.ts';
import styles from './import.module.css';
import { m } from './messages.ts';

type ListProps = {
  integration: Pick<Integration, 'id' | 'service'>;
  chosen: string | undefined;
  onChoose: (course: DirectoryCourse) => void;
  /** Reads a page of the directory's courses. */
  readPage?: typeof readCoursePage;
};

/** The tutor's courses and groups in a directory, to choose one. */
export function CourseList(props: ListProps) {
  const { id, service } = props.integration;
  const { readPage = readCoursePage } = props;
  const [reading, setReading] = useState<ReadCourses>();
  useEffect(() => {
    const begun = readCourses((after, signal) => readPage({ id, service }, after, signal), systemClock);
    setReading(begun);
    return () => begun.stop();
  }, [id, service, readPage]);
  return reading === undefined ? null : <Courses {...props} reading={reading} />;
}

/** Names of existing groups by course id, because a course can have only one group on a site. */
function useGroupNames(integrationId: string): ReadonlyMap<string, string> {
  const { data } = useQuery(groupsQuery());
  return useMemo(
    () =>
      new Map(
        data?.flatMap((group) =>
          group.integrationId === integrationId && group.nativeIdf ? [[group.nativeIdf, group.title]] : [],
        ),
      ),
    [data, integrationId],
  );
}

function Courses({ integration, reading, chosen, onChoose }: ListProps & { reading: ReadCourses }) {
  const { courses, state } = useObservable(reading);
  const groupNames = useGroupNames(integration.id);
  const [query, setQuery] = useState('');
  const items = useMemo(
    () =>
      courses
        .map(({ id, name, detail: about }) => {
          const group = groupNames.get(id);
          const detail = group === undefined ? about : m.imported({ group: shownName(group, 60) });
          return { id, name, detail, deviceName: about, isIdle: group !== undefined };
        })
        .sort(byName),
    [courses, groupNames],
  );
  const found = searchMembers(items, query);
  if (courses.length === 0 && state.name === 'reading') return <Spinner label={m.loading} />;
  if (courses.length === 0 && state.name === 'done') return <p className={styles.status}>{m.noCourse}</p>;
  return (
    <>
      {courses.length === 0 ? null : (
        <>
          <SearchField label={m.searchCourses} value={query} onChange={setQuery} />
          <PickList
            label={m.courses}
            items={found}
            chosen={new Set(chosen === undefined ? [] : [chosen])}
            emptyText={m.noMatch}
            isSingle
            onChoose={(ids) => {
              const course = courses.find(({ id }) => ids.has(id));
              if (course) onChoose(course);
            }}
          />
        </>
      )}
      <ReadingState count={courses.length} state={state} onRetry={reading.retry} />
    </>
  );
}

function ReadingState(props: { count: number; state: CourseReading['state']; onRetry: () => void }) {
  const { count, state } = props;
  switch (state.name) {
    case 'reading':
      return <p className={styles.status}>{m.readSoFar({ count })}</p>;
    case 'done':
      return (
        <p role="status" className={styles.status}>
          {m.read({ count })}
        </p>
      );
    case 'waiting':
      return (
        <p role="status" className={styles.status}>
          {m.waiting} <Countdown untilMs={state.untilMs} />
        </p>
      );
    case 'failed':
      return (
        <>
          <FailureNotice text={`${count === 0 ? m.notListed : m.notAll} ${failureText(state.error)}`} />
          <div>
            <Button onClick={props.onRetry}>{m.tryAgain}</Button>
          </div>
        </>
      );
  }
}
