import { useRef, useState } from 'react';
import { type SiteRow, siteRows } from '#domain/groups/site-tree.ts';
import { shownName } from '#domain/people/shown-name.ts';
import { isAppError } from '#protocol/app-error.ts';
import { MAX_NAME_LENGTH, type SiteBody } from '#protocol/rest/admin/site.ts';
import type { Site } from '#protocol/rest/site.ts';
import { createSite, saveSite } from '#rest/admin/sites.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { TextField } from '#ui/field/field.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import { useFields } from '#ui/field/use-fields.ts';
import { useSaving } from '#ui/use-saving.ts';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { m } from './messages.ts';
import { idsWithin, nameProblem, parentOf } from './site-form.ts';
import { holdsSites } from './use-sites.ts';

export type SendSite = (siteId: string | undefined, site: SiteBody) => Promise<string>;

/** Returns the id of the site. */
const sendSite: SendSite = async (siteId, site) => {
  if (siteId === undefined) return createSite(site);
  await saveSite(siteId, site);
  return siteId;
};

/** No parent. An empty string, because a native select has string values only. */
const TOP = '';

type SiteDialogProps = {
  /** Undefined for a new site. */
  site?: Site | undefined;
  sites: readonly Site[];
  onClose: () => void;
  /** Called after a site was created; the caller closes the dialog. */
  onMade?: (made: { id: string; name: string }) => void;
  send?: SendSite;
};

function parentOptions(rows: readonly SiteRow<Site>[], site: Site | undefined) {
  const within = site && idsWithin(site);
  const others = rows.filter((row) => !within?.has(row.site.id));
  return [
    { value: TOP, title: m.noParent },
    ...others.map(({ site: { id, name }, depth }) => ({
      value: id,
      title: `${'\u2003'.repeat(depth)}${shownName(name, 80)}`,
    })),
  ];
}

/** The platform's first message, if it rejected the fields. */
const refusedName = (error: unknown): string | undefined =>
  isAppError(error) && (error.code === 'conflict' || error.code === 'invalid')
    ? (error.detail.messages?.[0] ?? error.message)
    : undefined;

/** Creates a site, or renames and moves one. */
export function SiteDialog({ site, sites, onClose, onMade, send = sendSite }: SiteDialogProps) {
  const rows = siteRows(sites);
  // The list may be refetched while the dialog is open.
  const now = rows.find((row) => row.site.id === site?.id)?.site ?? site;
  const saved = { name: now?.name ?? '', parentId: (site && parentOf(rows, site.id)) ?? TOP };
  const { fields, errors, setErrors, change, isChanged } = useFields(saved);
  const [isAttempted, setAttempted] = useState(false);
  const made = useRef<{ id: string; name: string }>(undefined);
  const write = useWrite({
    send: (body: SiteBody) => send(site?.id, body),
    changed: { predicate: holdsSites },
  });
  const { save, isSaving, why } = useSaving(async (body: SiteBody) => {
    try {
      const id = await write.mutateAsync(body);
      made.current = { id, name: body.name };
    } catch (error) {
      const name = refusedName(error);
      if (name !== undefined) setErrors({ name });
      throw error;
    }
  });
  const end = useWhileDrawn(() => {
    if (site === undefined && onMade && made.current) onMade(made.current);
    else onClose();
  });
  const problem = nameProblem(fields.name, rows, site?.id);
  const isShown = isAttempted || fields.name !== saved.name;

  async function submit(): Promise<void> {
    const name = fields.name.trim();
    const isMoved = fields.parentId !== saved.parentId;
    // Nothing has changed, so there is nothing to save.
    if (site && name === saved.name && !isMoved) return onClose();
    const parentId = fields.parentId === TOP ? null : fields.parentId;
    // A site that is only renamed keeps its parent.
    if (!(await save({ name, ...((!site || isMoved) && { parentId }) }))) return;
    const text = site === undefined ? m.created : m.saved;
    toasts.show({ type: 'success', text: text({ name: shownName(name, 60) }) });
    end();
  }
  return (
    <Dialog
      label={site === undefined ? m.addSite : m.editSite}
      width="44rem"
      closeLabel={m.close}
      onClose={onClose}
      isUnsaved={isChanged}
      withHeader
    >
      <DialogForm
        cancelTitle={m.cancel}
        submit={{
          title: site === undefined ? m.addSite : m.save,
          obstacle: problem,
          onSubmit: () => void submit(),
          onAttempt: () => setAttempted(true),
        }}
        savingTitle={isSaving ? m.saving : undefined}
        failure={errors.name === undefined ? why : undefined}
      >
        <TextField
          label={m.name}
          value={fields.name}
          maxLength={MAX_NAME_LENGTH}
          error={errors.name ?? (isShown ? problem : undefined)}
          isRequired
          onChange={(name) => change({ name })}
        />
        <SelectField
          label={m.parent}
          hint={m.parentHint}
          value={fields.parentId}
          options={parentOptions(rows, now)}
          onChange={(parentId) => change({ parentId })}
        />
      </DialogForm>
    </Dialog>
  );
}
