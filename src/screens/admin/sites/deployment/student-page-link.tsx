import { useQuery } from '@tanstack/react-query';
import type { PageLink } from '#protocol/rest/page-link.ts';
import type { Site } from '#protocol/rest/site.ts';
import { pageLinkQuery, renewPageLink } from '#rest/admin/sites.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { AskFirst } from '#ui/ask-first.tsx';
import { CopyText } from '#ui/copy-text.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import { useSaving } from '#ui/use-saving.ts';
import styles from './deployment.module.css';
import { m } from './messages.ts';

const READING = { loading: m.pageLinkLoading, failed: m.pageLinkFailed, retry: m.retry };

/** At the console's own origin. The key is in the fragment, which browsers do not send to servers. */
const addressOf = ({ site, key }: PageLink) =>
  `${window.location.origin}/student/#${new URLSearchParams({ site, key })}`;

/** How students without an agent join a site. `send`: replaced in tests. */
export function StudentPageLink({ site, send = renewPageLink }: { site: Site; send?: typeof renewPageLink }) {
  const { queryKey } = pageLinkQuery(site.id);
  const reading = useQuery(pageLinkQuery(site.id));
  const write = useWrite({
    send,
    changed: { queryKey },
    show: (client, _, link) => client.setQueryData(queryKey, link),
  });
  const { save, isSaving, why } = useSaving(write.mutateAsync);
  async function renew(): Promise<boolean> {
    const isDone = await save(site.id);
    if (isDone) toasts.show({ type: 'success', text: m.linkRenewed });
    return isDone;
  }
  return (
    <section className={styles.part} aria-label={m.studentPage}>
      <h2>{m.studentPage}</h2>
      <ListReader reading={reading} words={READING} failureWords={{ forbidden: m.linkOfManagers }}>
        {(link) => (
          <>
            <CopyText label={m.pageLink} text={addressOf(link)} hint={m.pageLinkHint} />
            <AskFirst
              title={m.renewLink}
              question={m.renewLinkText}
              keepTitle={m.keepLink}
              goTitle={m.renewLinkNow}
              goingTitle={m.renewingLink}
              isGoing={isSaving}
              failure={why && `${m.linkNotRenewed} ${why}`}
              onGo={renew}
            />
          </>
        )}
      </ListReader>
    </section>
  );
}
