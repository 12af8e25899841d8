import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { byName } from '#domain/groups/member-search.ts';
import { searchFor } from '#domain/lists/search-text.ts';
import { trimmedText } from '#domain/visible-text.ts';
import { siteTutorsQuery } from '#rest/tutors.ts';
import { useAuth } from '#session/session-store.ts';
import { Avatar } from '#ui/avatar.tsx';
import { SearchField } from '#ui/field/search-field.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import { Pagination } from '#ui/list/pagination.tsx';
import { useList } from '#ui/list/use-list.ts';
import { m } from '../messages.ts';
import type { StepProps } from '../step-props.ts';
import styles from './steps.module.css';

const PER_PAGE = 10;
const WORDS = { loading: m.loadingTutors, failed: m.notRead, retry: m.tryAgain };

type Row = { id: string; name: string; detail: string; picture: string | undefined };

/** The tutors who see the group without being group maintainers. */
export function TutorsStep(props: StepProps) {
  const tutors = useQuery(siteTutorsQuery(useAuth().siteId ?? ''));
  return (
    <ListReader reading={tutors} words={WORDS}>
      {(all) => (
        <Tutors
          {...props}
          rows={all.map(({ id, name, primaryEmail, properties: { picture } }) => ({
            id,
            name: trimmedText(name ?? '') || primaryEmail,
            detail: primaryEmail,
            picture,
          }))}
        />
      )}
    </ListReader>
  );
}

/** Permitted tutors who have left the site stay in the list, so that they can be removed. */
function withFormer(rows: readonly Row[], permitted: readonly string[]): Row[] {
  const known = new Set(rows.map(({ id }) => id));
  const former = permitted
    .filter((id) => !known.has(id))
    .map((id) => ({ id, name: id, detail: m.formerTutor, picture: undefined }));
  return [...rows, ...former].sort(byName);
}

function searchTutors(rows: readonly Row[], query: string): readonly Row[] {
  const finds = searchFor(query);
  return rows.filter(({ name, detail }) => finds(name, detail));
}

function Tutors({ draft, was, rows, onChange }: StepProps & { rows: readonly Row[] }) {
  const permitted = useMemo(() => new Set(draft.tutors), [draft.tutors]);
  const [page, setPage] = useState(1);
  const former = was?.tutors;
  const all = useMemo(() => withFormer(rows, former ?? []), [rows, former]);
  const onPage = useCallback((next: number) => setPage(next), []);
  const list = useList(all, { search: searchTutors, place: { page, perPage: PER_PAGE, onPage } });
  const toggle = (id: string) =>
    onChange({
      tutors: permitted.has(id) ? draft.tutors.filter((each) => each !== id) : [...draft.tutors, id],
    });
  return (
    <>
      <p className={styles.text}>{m.tutorsText}</p>
      <SearchField label={m.searchTutors} value={list.query} onChange={list.search} />
      <p role="status" className={styles.text}>
        {m.tutorsChosen({ count: permitted.size })}
      </p>
      {list.shown.length === 0 ? (
        <p role="status" className={styles.text}>
          {all.length === 0 ? m.noTutors : m.noTutorMatch}
        </p>
      ) : (
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">{m.tutorList}</legend>
          <ul className={styles.list}>
            {list.shown.map(({ id, name, detail, picture }) => (
              <li key={id}>
                <label className={styles.tutor}>
                  <input type="checkbox" checked={permitted.has(id)} onChange={() => toggle(id)} />
                  <Avatar name={name} picture={picture} />
                  <bdi className={styles.tutorName}>{name}</bdi>
                  {detail === name ? null : <bdi className={styles.tutorDetail}>{detail}</bdi>}
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <Pagination page={list.page} pageCount={list.pageCount} onChange={list.turnTo} />
    </>
  );
}
