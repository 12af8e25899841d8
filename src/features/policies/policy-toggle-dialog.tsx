import { shownName } from '#domain/people/shown-name.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { NamedIcon } from '#ui/icon/named-icon.tsx';
import styles from './policy-toggle-dialog.module.css';
import type { PolicyApplied, ShownPolicy } from './shown-policies.ts';
import { titleName } from './title-name.ts';
import { m } from './toggle-messages.ts';
import { useToggle } from './use-toggle.ts';

/** A policy whose toggle dialog is open. `names`: the displayed names of its targets, by `kind`. */
export type OpenedPolicy = { policy: ShownPolicy; names: { users?: string; devices?: string } };

/** The text of an application, and its name in the activity area. */
function placeOf({ target }: PolicyApplied, names: OpenedPolicy['names']): { text: string; name: string } {
  if (target.kind === 'groups') return { text: m.thisGroup, name: m.group };
  const name = shownName((target.kind === 'users' ? names.users : names.devices) ?? '', 60);
  return { text: target.kind === 'users' ? m.user({ name }) : m.device({ name }), name };
}

/** Disables or enables a policy, separately in each place where it is applied. */
export function PolicyToggleDialog(props: { opened: OpenedPolicy; onClose: () => void }) {
  const { policy, names } = props.opened;
  const toggle = useToggle();

  function turn(applied: PolicyApplied, name: string): void {
    props.onClose();
    void toggle({ ...applied, name });
  }

  return (
    <Dialog
      label={titleName(policy.name)}
      width="28rem"
      closeLabel={m.close}
      onClose={props.onClose}
      withHeader
    >
      <ul className={styles.places}>
        {policy.appliedTo.map((applied) => {
          const { target, application } = applied;
          const place = placeOf(applied, names);
          return (
            <li key={`${target.kind}/${target.id}`} className={styles.place}>
              <NamedIcon name={policy.icon} color={policy.color} isOff={application.disabled} />
              <span className={styles.words}>
                {place.text}
                <span className={styles.state}>{application.disabled ? m.isDisabled : m.enabled}</span>
              </span>
              <Button needsPlatform onClick={() => turn(applied, place.name)}>
                {application.disabled ? m.enablePolicy : m.disablePolicy}
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
