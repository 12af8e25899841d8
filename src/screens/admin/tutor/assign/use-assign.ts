/** Sends many role changes, with progress and a list of those that were rejected. */
import { useContext, useState } from 'react';
import type { AssignPlan } from '#domain/people/assign-states.ts';
import { fieldsOf } from '#domain/people/role-place.ts';
import type { RoleChange } from '#protocol/rest/role.ts';
import { useWrite } from '#rest/use-write.ts';
import { consoleSession } from '#session/console-session.ts';
import { useAuth } from '#session/session-store.ts';
import { failureText } from '#ui/failure/failure-text.ts';
import { RoleRest } from '../role-rest.ts';

/** A rejected change, and the reason. */
export type Refused = { change: RoleChange; why: string };

export type Assigning =
  | { name: 'choosing' }
  | { name: 'running'; done: number; count: number }
  /** Changes that are not in `refused` were made. `why`: a request failed, and later ones were not sent. */
  | { name: 'failed'; refused: readonly Refused[]; count: number; why: string | undefined };

function changesOf({ assign, remove }: AssignPlan): RoleChange[] {
  return [
    ...assign.map(({ roleId, place }) => ({ assign: { roleId, global: false, ...withoutUndefined(place) } })),
    ...remove.map(({ id }) => ({ remove: id })),
  ];
}
const withoutUndefined = (place: Parameters<typeof fieldsOf>[0]) => {
  const { global, ...fields } = fieldsOf(place);
  return { ...fields, ...(global !== undefined && { global }) };
};

/** `onDone`: called after every change was made. */
export function useAssign(tutorId: string, onDone: (count: number) => void) {
  const rest = useContext(RoleRest);
  const { userId } = useAuth();
  const [state, setState] = useState<Assigning>({ name: 'choosing' });
  const write = useWrite({
    send: ({ changes, done }: { changes: RoleChange[]; done: (count: number) => void }) =>
      rest.change(tutorId, changes, done),
    changed: { queryKey: ['rolelinks'] },
  });

  async function run(plan: AssignPlan): Promise<void> {
    if (state.name === 'running') return;
    const changes = changesOf(plan);
    const count = changes.length;
    setState({ name: 'running', done: 0, count });
    try {
      const refusals = await write.mutateAsync({
        changes,
        done: (done) => setState({ name: 'running', done, count }),
      });
      const refused = changes.flatMap((change, at): Refused[] => {
        const why = refusals[at];
        return why === undefined ? [] : [{ change, why }];
      });
      if (refused.length === 0) onDone(count);
      else setState({ name: 'failed', refused, count, why: undefined });
    } catch (error) {
      setState({ name: 'failed', refused: [], count, why: failureText(error) });
    } finally {
      // Navigation and routes use the roles of the session. Some changes may have succeeded.
      if (tutorId === userId) void consoleSession.renew();
    }
  }

  return { state, run };
}
