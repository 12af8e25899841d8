import { useState } from 'react';
import { boundedWork } from '#domain/semaphore.ts';
import type { Site, Tag } from '#protocol/rest/site.ts';
import { linkTag } from '#rest/admin/sites.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import { PickList } from '#ui/field/pick-list.tsx';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { m } from './messages.ts';
import { holdsSites } from './use-sites.ts';

/** Limited, because the platform also serves other requests. */
const CONCURRENCY = 6;

export type LinkTag = typeof linkTag;

/** Sends every link even if some fail; returns the number of failures and the first error. */
async function linkAll(
  links: readonly Parameters<LinkTag>[0][],
  send: LinkTag,
): Promise<{ failed: number; why: unknown }> {
  const failures: unknown[] = [];
  await boundedWork(links, CONCURRENCY, (link) => send(link).catch((error: unknown) => failures.push(error)));
  return { failed: failures.length, why: failures[0] };
}

/** Adds tags to several sites at once. A tag that a site already has is no error. */
export function AddTagsDialog(props: {
  sites: readonly Site[];
  tags: readonly Tag[];
  onClose: () => void;
  send?: LinkTag;
}) {
  const { sites, tags, onClose, send = linkTag } = props;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [why, setWhy] = useState<string>();
  const links = sites.flatMap((site) =>
    [...chosen].filter((id) => !site.tags.includes(id)).map((tagId) => ({ siteId: site.id, tagId })),
  );
  const write = useWrite({
    send: () => linkAll(links, send),
    changed: { predicate: holdsSites },
  });
  const end = useWhileDrawn(onClose);

  async function submit(): Promise<void> {
    setWhy(undefined);
    const { failed, why: failure } = await write.mutateAsync();
    if (failed === 0) {
      toasts.show({ type: 'success', text: m.tagsAdded({ tags: chosen.size, sites: sites.length }) });
      return end();
    }
    console.warn('tags', failure);
    setWhy(`${m.tagsNotAdded({ failed, count: links.length })} ${failureText(failure)}`);
  }
  return (
    <Dialog
      label={m.addTagsTitle({ count: sites.length })}
      width="30rem"
      closeLabel={m.close}
      onClose={onClose}
      isUnsaved={chosen.size > 0}
      withHeader
    >
      <DialogForm
        cancelTitle={m.cancel}
        submit={{
          title: m.addTags,
          obstacle: chosen.size === 0 ? m.chooseTags : undefined,
          onSubmit: () => void submit(),
        }}
        savingTitle={write.isPending ? m.saving : undefined}
        failure={why}
      >
        <PickList label={m.tags} items={tags} chosen={chosen} emptyText={m.noTags} onChoose={setChosen} />
      </DialogForm>
    </Dialog>
  );
}
