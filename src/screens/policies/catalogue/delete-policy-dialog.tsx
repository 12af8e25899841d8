import { useContext } from 'react';
import { DeletionDialog } from '#features/deletion/deletion-dialog.tsx';
import { PolicyRest } from '#features/policies/policy-rest.ts';
import type { PlacedPolicy, Policy } from '#protocol/rest/policy.ts';
import { goneIsDone } from '#rest/gone-is-done.ts';
import { holdsApplications, policiesQuery } from '#rest/policies.ts';
import { useWrite } from '#rest/use-write.ts';
import { m } from '../messages.ts';
import styles from './delete-policy-dialog.module.css';
import { titleOf } from './listed-policies.ts';
import { countsText, placeNames, unseenCount } from './places-text.ts';

const MAX_NAMES = 8;

/** Asks before a policy is deleted, and lists the places that lose it. */
export function DeletePolicyDialog(props: {
  policy: Policy;
  places: readonly PlacedPolicy[];
  onClose: () => void;
}) {
  const { policy, places, onClose } = props;
  const rest = useContext(PolicyRest);
  const write = useWrite({
    send: (id: string) => goneIsDone(rest.remove(id)),
    changed: { predicate: holdsApplications },
    show: (client, id) =>
      client.setQueryData(policiesQuery().queryKey, (policies) => policies?.filter((each) => each.id !== id)),
  });
  const where = countsText(policy.appliedTo);
  const { names, left } = placeNames(places, MAX_NAMES);
  const unseen = unseenCount(places, policy.appliedTo);
  const name = titleOf(policy);

  return (
    <DeletionDialog
      title={m.deleteTitle({ name })}
      words={m}
      submitTitle={m.deletePolicy}
      deletedText={m.deleted({ name })}
      failedText={m.notDeleted}
      remove={() => write.mutateAsync(policy.id)}
      onClose={onClose}
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
    </DeletionDialog>
  );
}
