import { useContext } from 'react';
import type { PlacedPolicy, Policy } from '#protocol/rest/policy.ts';
import { PolicyRest } from '../../../features/policies/policy-rest.ts';
import { holdsApplications, policiesQuery } from '../../../rest/policies.ts';
import { useWrite } from '../../../rest/use-write.ts';
import { toasts } from '../../../shell/toasts/toasts.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../../ui/dialog/dialog-form.tsx';
import { useSaving } from '../../../ui/use-saving.ts';
import { m } from '../messages.ts';
import styles from './delete-policy-dialog.module.css';
import { titleOf } from './listed-policies.ts';
import { countsText, placeNames, unseenCount } from './places-text.ts';

const MAX_NAMES = 8;

/** Asks before a policy is deleted, and says where it would end. */
export function DeletePolicyDialog(props: {
  policy: Policy;
  places: readonly PlacedPolicy[];
  onClose: () => void;
}) {
  const { policy, places, onClose } = props;
  const write = useWrite({
    send: useContext(PolicyRest).remove,
    changed: { predicate: holdsApplications },
    show: (client, id) =>
      client.setQueryData(policiesQuery().queryKey, (policies) => policies?.filter((each) => each.id !== id)),
  });
  const { save, isSaving, why } = useSaving(write.mutateAsync);
  const where = countsText(policy.appliedTo);
  const { names, left } = placeNames(places, MAX_NAMES);
  const unseen = unseenCount(places, policy.appliedTo);

  async function confirm(): Promise<void> {
    if (!(await save(policy.id))) return;
    toasts.show({ type: 'success', text: m.deleted({ name: titleOf(policy) }) });
    onClose();
  }
  return (
    <Dialog
      label={m.deleteTitle({ name: titleOf(policy) })}
      width="464px"
      closeLabel={m.close}
      onClose={onClose}
      withHeader
    >
      <DialogForm
        cancelTitle={m.cancel}
        onCancel={onClose}
        submit={{ title: m.deletePolicy, look: 'danger', onSubmit: () => void confirm() }}
        savingTitle={isSaving ? m.deleting : undefined}
        failure={why && `${m.notDeleted} ${why}`}
      >
        <p>{where === '' ? m.deleteNowhere : m.deleteApplied({ where })}</p>
        {where === '' ? null : (
          <ul className={styles.places}>
            {names.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two places may have the same name
              <li key={at}>{name}</li>
            ))}
            {left > 0 ? <li className={styles.rest}>{m.andMore({ count: left })}</li> : null}
            {unseen > 0 ? <li className={styles.rest}>{m.unseen({ count: unseen })}</li> : null}
          </ul>
        )}
        <p>{m.deleteText}</p>
      </DialogForm>
    </Dialog>
  );
}
