import { shownName } from '#domain/people/shown-name.ts';
import { DeletionDialog } from '#features/deletion/deletion-dialog.tsx';
import type { SiteRunner } from '#protocol/rest/admin/site-runner.ts';
import { deleteSiteRunner, siteRunnersQuery } from '#rest/admin/site-runners.ts';
import { goneIsDone } from '#rest/gone-is-done.ts';
import { useWrite } from '#rest/use-write.ts';
import { m } from './messages.ts';
import { isConnected } from './runner-state.tsx';

/** Asks before a runner is deleted, because its token cannot be restored. `send`: replaced in tests. */
export function DeleteRunnerDialog(props: {
  runner: SiteRunner;
  onClose: () => void;
  send?: (id: string) => Promise<void>;
}) {
  const { runner, onClose, send = deleteSiteRunner } = props;
  const name = shownName(runner.name, 60);
  const write = useWrite({
    send: (id: string) => goneIsDone(send(id)),
    changed: { queryKey: ['site-runners'] },
    show: (client, id) =>
      client.setQueryData(siteRunnersQuery().queryKey, (all) => all?.filter((each) => each.id !== id)),
  });
  return (
    <DeletionDialog
      title={m.deleteTitle({ name })}
      words={m}
      submitTitle={m.deleteNow}
      deletedText={m.deleted({ name })}
      failedText={m.notDeleted}
      remove={() => write.mutateAsync(runner.id)}
      onClose={onClose}
    >
      <p>{m.deleteText}</p>
      {isConnected(runner) ? <p>{m.deleteConnected}</p> : null}
    </DeletionDialog>
  );
}
