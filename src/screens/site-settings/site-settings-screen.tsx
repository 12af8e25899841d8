import { mdiAlertCircleOutline, mdiInformationOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { isAppError } from '#protocol/app-error.ts';
import { serverText } from '#protocol/json-request.ts';
import type { SiteSettings } from '#protocol/rest/site-settings.ts';
import { saveSiteSettings, siteSettingsQuery } from '#rest/site-settings.ts';
import { useRoles } from '#session/session-store.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { PageBody } from '#ui/page-body.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { m } from './messages.ts';
import { SettingsForm } from './settings-form.tsx';
import styles from './site-settings-screen.module.css';

/** Settings for all devices of the site. `send`: replaced in tests. */
export function SiteSettingsScreen({ send = saveSiteSettings }: { send?: typeof saveSiteSettings }) {
  const { data, error, isFetching, refetch } = useQuery(siteSettingsQuery());
  if (data !== undefined) return <Loaded settings={data} send={send} />;
  if (error === null) return <Spinner label={m.loading} />;
  return (
    <div role="alert">
      <EmptyState icon={mdiAlertCircleOutline} title={m.notLoaded({ why: whyNotLoaded(error) })}>
        <Button look="primary" aria-disabled={isFetching} onClick={() => !isFetching && void refetch()}>
          {m.tryAgain}
        </Button>
      </EmptyState>
    </div>
  );
}

const whyNotLoaded = (error: unknown) => (isAppError(error) ? serverText(error) : undefined) ?? m.unexpected;

function Loaded(props: { settings: SiteSettings; send: typeof saveSiteSettings }) {
  const canEdit = useRoles().groupMaintainer;
  return (
    <PageBody>
      {canEdit ? null : (
        <p role="note" className={styles.notice}>
          <Icon path={mdiInformationOutline} />
          {m.maintainersOnly}
        </p>
      )}
      <SettingsForm settings={props.settings} canEdit={canEdit} send={props.send} />
    </PageBody>
  );
}
