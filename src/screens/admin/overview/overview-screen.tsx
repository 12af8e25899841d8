import { useSuspenseQuery } from '@tanstack/react-query';
import type { GuideChoices } from '#protocol/rest/admin/overview.ts';
import { adminOverviewQuery, saveGuideChoices } from '#rest/admin/overview.ts';
import { useWrite } from '#rest/use-write.ts';
import { ScreenHeader } from '#shell/layout/screen-header.tsx';
import { Button } from '#ui/button.tsx';
import { PageBody } from '#ui/page-body.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { GuideList } from './guide-list.tsx';
import { m } from './messages.ts';
import styles from './overview-screen.module.css';
import { TenantFigures } from './tenant-figures.tsx';

/** Start page of administrators: open tasks and the state of the tenant. `send`: replaced in tests. */
export function OverviewScreen({ send = saveGuideChoices }: { send?: typeof saveGuideChoices }) {
  const { data } = useSuspenseQuery(adminOverviewQuery());
  const write = useWrite<GuideChoices, GuideChoices>({
    send,
    changed: { queryKey: ['admin'] },
    show: (client, choices) =>
      client.setQueryData(
        adminOverviewQuery().queryKey,
        (old) => old?.whole && { ...old, whole: { ...old.whole, guide: { ...old.whole.guide, ...choices } } },
      ),
  });
  const saving = useSaving(write.mutateAsync);
  const guide = data.whole?.guide;
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.overview }]} />
      <PageBody>
        <div className={styles.page}>
          {guide === undefined || guide.isHidden ? null : (
            <GuideList
              guide={guide}
              isSaving={saving.isSaving}
              why={saving.why}
              onChoose={(choices) => void saving.save(choices)}
            />
          )}
          <TenantFigures overview={data} />
          {guide?.isHidden ? (
            <div>
              <Button
                needsPlatform
                look="quiet"
                disabled={saving.isSaving}
                onClick={() => void saving.save({ skipped: guide.skipped, isHidden: false })}
              >
                {m.showGuide}
              </Button>
              {saving.why === undefined ? null : <p role="alert">{saving.why}</p>}
            </div>
          ) : null}
        </div>
      </PageBody>
    </>
  );
}
