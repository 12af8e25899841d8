import { mdiTagOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Tag } from '#protocol/rest/site.ts';
import { tagsQuery } from '#rest/sites.ts';
import { usePage } from '#shell/navigation/use-page.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import { m } from './messages.ts';
import { PlaceRoles, type PlaceWords } from './place-roles.tsx';
import { filterPlaces, NO_FILTER, tagRowsOf } from './place-rows.ts';
import { RoleFilter } from './role-filter.tsx';
import { ROLE_WORDS, readingOf, type TutorRoles, useTutorRoles } from './use-tutor-roles.ts';

const PAGE_SIZE = 7;
const WORDS: PlaceWords = {
  kind: 'tag',
  caption: m.tagRoles,
  heading: m.tag,
  search: m.searchTag,
  noMatch: m.noMatchTags,
  selectAll: m.selectAllTags,
};

/** The roles that a tutor holds for tags. */
export function TagRolesScreen() {
  const { tutorId } = useParams({ from: '/admin/tutors/$tutorId/tags-roles' });
  const roles = useTutorRoles(tutorId);
  const tags = useQuery(tagsQuery());
  const data = roles.data && tags.data ? { tutor: roles.data, tags: tags.data } : undefined;
  return (
    <ListReader reading={readingOf(data, [roles, tags])} words={ROLE_WORDS}>
      {(read) =>
        read.tags.length === 0 ? (
          <EmptyState icon={mdiTagOutline} title={m.noTags} text={m.noTagsText} />
        ) : (
          <TagRoles {...read} />
        )
      }
    </ListReader>
  );
}

function TagRoles({ tutor, tags }: { tutor: TutorRoles; tags: readonly Tag[] }) {
  const place = usePage();
  const [roleIds, setRoleIds] = useState(NO_FILTER.roleIds);
  const all = useMemo(() => tagRowsOf(tags), [tags]);
  const rows = useMemo(
    () => filterPlaces(all, { ...NO_FILTER, roleIds }, tutor.links),
    [all, roleIds, tutor.links],
  );
  const narrow = (chosen: ReadonlySet<string>) => {
    setRoleIds(chosen);
    place.onPage(1, true);
  };
  return (
    <PlaceRoles
      words={WORDS}
      tutor={tutor}
      rows={rows}
      tags={tags}
      showsTags={false}
      place={{ ...place, perPage: PAGE_SIZE }}
      filters={<RoleFilter tutor={tutor} chosen={roleIds} onChange={narrow} />}
    />
  );
}
