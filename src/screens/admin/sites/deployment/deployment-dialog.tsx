import { Link } from '@tanstack/react-router';
import { shownName } from '#domain/people/shown-name.ts';
import type { Site } from '#protocol/rest/site.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogEditor } from '#ui/dialog/dialog-form.tsx';
import { DeploymentParts, type Machines } from './deployment-parts.tsx';
import { m } from './messages.ts';

/** The deployment of a site for one kind of machine, over the list of sites. */
export function DeploymentDialog(props: {
  site: Site;
  machines: Machines;
  onClose: () => void;
  onIssue: () => void;
}) {
  const { site, machines, onClose } = props;
  return (
    <Dialog
      label={m.titleOf[machines]({ name: shownName(site.name, 60) })}
      width="44rem"
      closeLabel={m.close}
      onClose={onClose}
      withHeader
    >
      <DialogEditor
        cancelTitle={m.close}
        onCancel={onClose}
        aside={
          <Link to="/admin/sites/sites-installer" search={{ site: site.id }}>
            {m.asPage}
          </Link>
        }
      >
        <DeploymentParts site={site} machines={machines} onIssue={props.onIssue} />
      </DialogEditor>
    </Dialog>
  );
}
