import type { Site, Tag } from '#protocol/rest/site.ts';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import { m as deploymentWords } from './deployment/messages.ts';
import { m } from './messages.ts';

/** The dialog that is open over the list. */
export type OpenedDialog =
  | { name: 'add' }
  | { name: 'edit'; site: Site }
  | { name: 'delete'; site: Site }
  | { name: 'add-tags'; sites: readonly Site[] }
  /** After a site was created. */
  | { name: 'first-token'; site: { id: string; name: string } }
  /** Opened by the address. `action` is its parameter. */
  | { name: 'token'; action: string; site: Site }
  | { name: 'deployment'; machines: 'chromeos' | 'windows'; site: Site };

const SiteDialog = lazyDialog(m.editSite, async () => (await import('./site-dialog.tsx')).SiteDialog);
const DeleteSiteDialog = lazyDialog(
  m.deleteSite,
  async () => (await import('./delete-site-dialog.tsx')).DeleteSiteDialog,
);
const TokenDialog = lazyDialog(m.issueToken, async () => (await import('./token-dialog.tsx')).TokenDialog);
const AddTagsDialog = lazyDialog(
  m.addTags,
  async () => (await import('./add-tags-dialog.tsx')).AddTagsDialog,
);
const DeploymentDialog = lazyDialog(
  deploymentWords.deployment,
  async () => (await import('./deployment/deployment-dialog.tsx')).DeploymentDialog,
);

/** Draws the dialog that is open over the list of sites. */
export function SiteDialogs(props: {
  opened: OpenedDialog | undefined;
  sites: readonly Site[];
  tags: readonly Tag[];
  onClose: () => void;
  onMade: (site: { id: string; name: string }) => void;
  /** A new token was issued for the site. */
  onIssued: (siteId: string) => void;
  onIssue: (siteId: string) => void;
}) {
  const { opened, sites, tags, onClose, onIssued } = props;
  switch (opened?.name) {
    case undefined:
      return null;
    case 'add':
      return <SiteDialog sites={sites} onClose={onClose} onMade={props.onMade} />;
    case 'edit':
      return <SiteDialog site={opened.site} sites={sites} onClose={onClose} />;
    case 'delete':
      return <DeleteSiteDialog site={opened.site} onClose={onClose} />;
    case 'add-tags':
      return <AddTagsDialog sites={opened.sites} tags={tags} onClose={onClose} />;
    case 'first-token':
      return <TokenDialog action="create" site={opened.site} onClose={onClose} onIssued={onIssued} />;
    case 'token':
      return <TokenDialog action={opened.action} site={opened.site} onClose={onClose} onIssued={onIssued} />;
    case 'deployment':
      return (
        <DeploymentDialog
          site={opened.site}
          machines={opened.machines}
          onClose={onClose}
          onIssue={() => props.onIssue(opened.site.id)}
        />
      );
  }
}
