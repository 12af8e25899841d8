import { mdiAccountOffOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { tutorNames, tutorTitle } from '#domain/people/tutor-names.ts';
import { isAppError } from '#protocol/app-error.ts';
import type { Tutor } from '#protocol/rest/tutor.ts';
import { tutorQuery } from '#rest/admin/tutors.ts';
import { ScreenHeader } from '#shell/layout/screen-header.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { m } from './messages.ts';
import styles from './tutor-screen.module.css';

/** The screen of the tab's path is the tab's content. */
const panel = () => <Outlet />;
const TABS = [
  { key: 'roles-site', title: m.siteRoles, panel },
  { key: 'tags-roles', title: m.tagRoles, panel },
  { key: 'admin-roles', title: m.adminRoles, panel },
] as const;
type Key = (typeof TABS)[number]['key'];

const WORDS = { loading: m.loading, failed: m.loadFailed, retry: m.retry, outdated: m.outdated };

function Person({ tutor }: { tutor: Tutor }) {
  const { givenName, familyName } = tutorNames(tutor);
  const title = tutorTitle(tutor);
  return (
    <div className={styles.person}>
      <Avatar name={title} picture={tutor.properties.picture} size={88} />
      <div className={styles.facts}>
        {tutor.name ? (
          <p className={styles.name}>
            <bdi>{givenName}</bdi> <bdi>{familyName}</bdi>
          </p>
        ) : (
          <p className={styles.name}>
            {m.unknown} <span className={styles.hint}>{m.invited}</span>
          </p>
        )}
        <p className={styles.email}>
          <bdi>{tutor.primaryEmail}</bdi>
        </p>
      </div>
    </div>
  );
}

function TutorTabs({ tutorId }: { tutorId: string }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const navigate = useNavigate();
  const shown = TABS.find(({ key }) => path.endsWith(`/${key}`)) ?? TABS[0];
  return (
    <Tabs<Key>
      label={m.tabs}
      value={shown.key}
      onChange={(key) =>
        void navigate({
          to: `/admin/tutors/$tutorId/${key}`,
          params: { tutorId },
          replace: true,
          resetScroll: false,
        })
      }
      items={TABS}
    />
  );
}

function Gone() {
  return (
    <EmptyState icon={mdiAccountOffOutline} title={m.gone} text={m.goneText}>
      <Link to="/admin/tutors">{m.toTutors}</Link>
    </EmptyState>
  );
}

/** A tutor and their roles. The address selects the tab. */
export function TutorScreen() {
  const { tutorId } = useParams({ from: '/admin/tutors/$tutorId' });
  const reading = useQuery(tutorQuery(tutorId));
  const isGone = isAppError(reading.error) && reading.error.code === 'not-found';
  const title = reading.data === undefined ? m.unknown : tutorTitle(reading.data);
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.tutors, link: { to: '/admin/tutors' } }, { title }]} />
      {isGone ? (
        <Gone />
      ) : (
        <ListReader reading={reading} words={WORDS}>
          {(tutor) => (
            <>
              <Person tutor={tutor} />
              <TutorTabs tutorId={tutorId} />
            </>
          )}
        </ListReader>
      )}
    </>
  );
}
