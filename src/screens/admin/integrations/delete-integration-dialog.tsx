import { useQuery } from '@tanstack/react-query';
import { DeletionDialog } from '#features/deletion/deletion-dialog.tsx';
import type { Integration, IntegrationUses } from '#protocol/rest/integration.ts';
import { goneIsDone } from '#rest/gone-is-done.ts';
import {
  type IntegrationRest,
  integrationRest,
  integrationsQuery,
  integrationUsesQuery,
} from '#rest/integrations.ts';
import { useWrite } from '#rest/use-write.ts';
import { m } from './messages.ts';

const MAX_NAMES = 8;

function Uses({ groups, syncJobs }: IntegrationUses) {
  const left = syncJobs.length - MAX_NAMES;
  if (groups === 0 && syncJobs.length === 0) return <p>{m.notUsed}</p>;
  return (
    <>
      {groups === 0 ? null : <p>{m.groupsUse({ count: groups })}</p>}
      {syncJobs.length === 0 ? null : (
        <>
          <p>{m.jobsUse({ count: syncJobs.length })}</p>
          <ul>
            {syncJobs.slice(0, MAX_NAMES).map(({ id, name }) => (
              <li key={id}>
                <bdi>{name}</bdi>
              </li>
            ))}
            {left > 0 ? <li>{m.andMore({ count: left })}</li> : null}
          </ul>
        </>
      )}
    </>
  );
}

/** Asks before an integration is deleted, and lists what uses it. */
export function DeleteIntegrationDialog(props: {
  integration: Integration;
  onClose: () => void;
  rest?: Pick<IntegrationRest, 'remove'>;
}) {
  const { integration, onClose, rest = integrationRest } = props;
  const { name } = integration;
  const uses = useQuery(integrationUsesQuery(integration.id));
  const write = useWrite({
    send: (id: string) => goneIsDone(rest.remove(id)),
    // Invalidate the list only: queries below it would get 404 for the deleted integration.
    changed: { queryKey: integrationsQuery().queryKey, exact: true },
    show: (client, id) =>
      client.setQueryData(integrationsQuery().queryKey, (list) => list?.filter((each) => each.id !== id)),
  });
  return (
    <DeletionDialog
      title={m.deleteTitle({ name })}
      words={m}
      submitTitle={m.delete}
      deletedText={m.deleted({ name })}
      failedText={m.notDeleted}
      remove={() => write.mutateAsync(integration.id)}
      onClose={onClose}
    >
      {uses.data ? <Uses {...uses.data} /> : <p>{uses.isError ? m.usesUnknown : m.usesReading}</p>}
      <p>{m.deleteText}</p>
    </DeletionDialog>
  );
}
