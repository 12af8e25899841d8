import { mdiOfficeBuildingOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Site, Tag } from '#protocol/rest/site.ts';
import { sitesQuery, tagsQuery } from '#rest/sites.ts';
import { usePage } from '#shell/navigation/use-page.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { CheckField } from '#ui/field/field.tsx';
import { SegmentedChoice } from '#ui/field/segmented-choice.tsx';
import { ListFilter } from '#ui/list/list-filter.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import { GRANT_OPTIONS } from './grant-options.ts';
import { m } from './messages.ts';
import { PlaceRoles, type PlaceWords } from './place-roles.tsx';
import { filterPlaces, NO_FILTER, type PlaceFilter, siteRowsOf } from './place-rows.ts';
import { RoleFilter } from './role-filter.tsx';
import { ROLE_WORDS, readingOf, type TutorRoles, useTutorRoles } from './use-tutor-roles.ts';

const PAGE_SIZE = 6;
const WORDS: PlaceWords = {
  kind: 'site',
  caption: m.siteRoles,
  heading: m.site,
  search: m.searchSite,
  noMatch: m.noMatch,
  selectAll: m.selectAllSites,
};

/** The roles that a tutor holds on sites. */
export function SiteRolesScreen() {
  const { tutorId } = useParams({ from: '/admin/tutors/$tutorId/roles-site' });
  const roles = useTutorRoles(tutorId);
  const sites = useQuery(sitesQuery());
  const tags = useQuery(tagsQuery());
  const { data: tutor } = roles;
  const data = tutor && sites.data && tags.data ? { tutor, sites: sites.data, tags: tags.data } : undefined;
  const reading = readingOf(data, [roles, sites, tags]);
  return (
    <ListReader reading={reading} words={ROLE_WORDS}>
      {(read) =>
        read.sites.length === 0 ? (
          <EmptyState icon={mdiOfficeBuildingOutline} title={m.noSites} text={m.noSitesText} />
        ) : (
          <SiteRoles {...read} />
        )
      }
    </ListReader>
  );
}

function SiteRoles(props: { tutor: TutorRoles; sites: readonly Site[]; tags: readonly Tag[] }) {
  const { tutor, sites, tags } = props;
  const place = usePage();
  const [filter, setFilter] = useState(NO_FILTER);
  const [showsTags, setShowsTags] = useState(false);
  const all = useMemo(() => siteRowsOf(sites), [sites]);
  const rows = useMemo(() => filterPlaces(all, filter, tutor.links), [all, filter, tutor.links]);
  const narrow = (change: Partial<PlaceFilter>) => {
    setFilter({ ...filter, ...change });
    place.onPage(1, true);
  };
  return (
    <PlaceRoles
      words={WORDS}
      tutor={tutor}
      rows={rows}
      tags={tags}
      showsTags={showsTags}
      place={{ ...place, perPage: PAGE_SIZE }}
      filters={
        <>
          <ListFilter
            label={m.filterTags}
            options={tags}
            chosen={filter.tagIds}
            onChange={(tagIds) => narrow({ tagIds })}
            emptyText={m.noFilterTags}
            clearTitle={m.clearFilter}
          />
          <RoleFilter tutor={tutor} chosen={filter.roleIds} onChange={(roleIds) => narrow({ roleIds })} />
          <SegmentedChoice
            label={m.granting}
            value={filter.grant}
            options={GRANT_OPTIONS}
            onChange={(grant) => narrow({ grant })}
          />
          <CheckField
            label={m.hideEmpty}
            value={filter.hidesEmpty}
            onChange={(hidesEmpty) => narrow({ hidesEmpty })}
          />
          <CheckField label={m.showTags} value={showsTags} onChange={setShowsTags} />
        </>
      }
    />
  );
}
