import { useState } from 'react';
import { type AssignState, assignPlan, assignState } from '#domain/people/assign-states.ts';
import type { Role, RoleChange } from '#protocol/rest/role.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { FailureNotice } from '#ui/failure/failure-notice.tsx';
import { useMixed } from '#ui/field/use-mixed.ts';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { m } from '../messages.ts';
import type { PlaceRow } from '../place-rows.ts';
import type { TutorRoles } from '../use-tutor-roles.ts';
import styles from './assign-dialog.module.css';
import { type Assigning, useAssign } from './use-assign.ts';

type PendingChange = 'assign' | 'remove';

/** A press cycles through: on all, on none, and back to the mixed state for a role held on some places. */
function nextPending(state: AssignState, pending: PendingChange | undefined): PendingChange | undefined {
  if (state === 'active') return pending === undefined ? 'remove' : undefined;
  if (state === 'not-applied') return pending === undefined ? 'assign' : undefined;
  return pending === undefined ? 'assign' : pending === 'assign' ? 'remove' : undefined;
}

/** The state that the box shows: the pending change, or else the current state. */
const shownState = (state: AssignState, pending: PendingChange | undefined): AssignState =>
  pending === undefined ? state : pending === 'assign' ? 'active' : 'not-applied';

function RoleBox(props: { role: Role; state: AssignState; isChanged: boolean; onPress: () => void }) {
  const { role, state } = props;
  const ref = useMixed(state === 'indeterminate');
  return (
    <label className={styles.role} data-changed={props.isChanged || undefined}>
      <input ref={ref} type="checkbox" checked={state === 'active'} onChange={props.onPress} />
      <span>{role.friendlyName}</span>
      <span className={styles.state}>{m.states[state]}</span>
    </label>
  );
}

/** The roles that a tutor holds on all, some or none of the selected places. Each can be changed on all. */
export function AssignDialog(props: {
  kind: 'site' | 'tag';
  tutor: TutorRoles;
  roles: readonly Role[];
  places: readonly PlaceRow[];
  onClose: () => void;
}) {
  const { kind, tutor, roles, onClose } = props;
  // Frozen when the dialog opens, because concurrent changes must not alter the selection.
  const [places] = useState(props.places);
  const [pendingChanges, setPendingChanges] = useState<ReadonlyMap<string, PendingChange>>(new Map());
  const at = places.map(({ place }) => place);
  const plan = assignPlan(pendingChanges, at, tutor.links);
  const count = plan.assign.length + plan.remove.length;
  const end = useWhileDrawn(onClose);
  const { state, run } = useAssign(tutor.tutorId, (done) => {
    toasts.show({ type: 'success', text: m.assignDone({ count: done }) });
    end();
  });
  function press(roleId: string, now: AssignState): void {
    const next = new Map(pendingChanges);
    const pending = nextPending(now, pendingChanges.get(roleId));
    if (pending === undefined) next.delete(roleId);
    else next.set(roleId, pending);
    setPendingChanges(next);
  }
  return (
    <Dialog
      label={m.assignRoles}
      width="34rem"
      closeLabel={m.close}
      onClose={onClose}
      withHeader
      isUnsaved={count > 0}
    >
      <DialogForm
        cancelTitle={m.cancel}
        submit={{
          title: m.confirm,
          obstacle: count === 0 ? m.nothingToDo : undefined,
          onSubmit: () => void run(plan),
        }}
        savingTitle={state.name === 'running' ? m.assigning(state) : undefined}
        notice={<Refusals state={state} nameOf={(change) => nameOf(change, props)} />}
      >
        <p className={styles.text}>{m.assignText[kind]({ count: places.length })}</p>
        <div className={styles.roles}>
          {roles.map((role) => {
            const now = assignState(role.id, at, tutor.links);
            const pending = pendingChanges.get(role.id);
            return (
              <RoleBox
                key={role.id}
                role={role}
                state={shownState(now, pending)}
                isChanged={pending !== undefined}
                onPress={() => press(role.id, now)}
              />
            );
          })}
        </div>
        <p role="status" className={styles.plan}>
          {count === 0 ? m.nothingToDo : m.plan({ assign: plan.assign.length, remove: plan.remove.length })}
        </p>
      </DialogForm>
    </Dialog>
  );
}

function nameOf(
  change: RoleChange,
  { tutor, roles, places }: { tutor: TutorRoles; roles: readonly Role[]; places: readonly PlaceRow[] },
) {
  const of = 'assign' in change ? change.assign : tutor.links.find(({ id }) => id === change.remove);
  const id = of?.siteId ?? of?.tagId;
  return {
    place: places.find((row) => row.id === id)?.name ?? '',
    role: roles.find((role) => role.id === of?.roleId)?.friendlyName ?? '',
  };
}

const MAX_SHOWN = 20;

function Refusals(props: {
  state: Assigning;
  nameOf: (change: RoleChange) => { place: string; role: string };
}) {
  const { state } = props;
  if (state.name !== 'failed') return null;
  if (state.why !== undefined)
    return (
      <div className={styles.refusals}>
        <FailureNotice text={state.why} />
      </div>
    );
  const { refused, count } = state;
  const more = refused.length - MAX_SHOWN;
  return (
    <div role="alert" className={styles.refusals}>
      <p>{m.someRefused({ count: refused.length, all: count })}</p>
      <ul>
        {refused.slice(0, MAX_SHOWN).map(({ change, why }) => (
          <li key={JSON.stringify(change)}>{m.refusedAt({ ...props.nameOf(change), why })}</li>
        ))}
        {more > 0 ? <li>{m.andMore({ count: more })}</li> : null}
      </ul>
    </div>
  );
}
