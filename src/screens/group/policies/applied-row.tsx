import { mdiTrashCanOutline } from '@mdi/js';
import { useState } from 'react';
import { shownName } from '#domain/shown-name.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { AppliedPolicy } from '#protocol/rest/policy.ts';
import type { PolicyRun } from '../../../actions/policies/policy-changes.ts';
import { usePolicyChanges } from '../../../actions/policies/use-policy-changes.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { NamedIcon } from '../../../ui/named-icon.tsx';
import styles from './applied-row.module.css';
import { m } from './messages.ts';
import { titleName, toggleChange } from './toggle-change.ts';

function stateText(application: AppliedPolicy, isOffEverywhere: boolean): string {
  if (application.disabled) return m.isDisabled;
  return isOffEverywhere ? m.offEverywhere : m.enabled;
}

/** One applied policy; its buttons wait for what was asked before. */
export function AppliedRow(props: {
  group: Group;
  application: AppliedPolicy;
  /** What stays where this one is removed. */
  others: readonly AppliedPolicy[];
  isOffEverywhere: boolean;
  effects: string;
  mayChange: boolean;
  onRemove: () => void;
}) {
  const { group, application, others, isOffEverywhere, mayChange } = props;
  const apply = usePolicyChanges();
  const [isBusy, setBusy] = useState(false);
  const name = shownName(application.name) || m.unnamed;
  const target = { kind: 'groups' as const, id: group.id };

  async function wait(start: () => PolicyRun): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    await start().done;
    setBusy(false);
  }

  function toggle() {
    const { titles, change } = toggleChange(application, { target, name: group.title });
    return apply(titles, [change]);
  }

  function remove() {
    const policy = { name: titleName(application.name) };
    const write = { policies: others };
    const change = { target, name: group.title, write, former: application };
    return apply({ title: m.removed(policy), back: m.addedBack(policy) }, [change]);
  }

  const isOff = application.disabled || isOffEverywhere;
  return (
    <tr>
      <td>
        <span className={styles.policy}>
          <NamedIcon
            name={application.meta.icon?.icon ?? ''}
            color={application.meta.icon?.color ?? ''}
            isOff={isOff}
          />
          <span className={styles.name} data-tip={name}>
            {name}
          </span>
        </span>
      </td>
      <td>
        <span className={`${styles.state} ${isOff ? styles.off : ''}`}>
          {stateText(application, isOffEverywhere)}
        </span>
      </td>
      <td>
        <span className={styles.effects}>{props.effects}</span>
      </td>
      {mayChange ? (
        <td>
          <span className={styles.actions}>
            <Button
              aria-disabled={isBusy}
              aria-label={application.disabled ? m.enablePolicyOf({ name }) : m.disablePolicyOf({ name })}
              onClick={() => void wait(toggle)}
            >
              {application.disabled ? m.enablePolicy : m.disablePolicy}
            </Button>
            <IconButton
              icon={mdiTrashCanOutline}
              label={m.removePolicy({ name })}
              aria-disabled={isBusy}
              onClick={() => {
                props.onRemove();
                void wait(remove);
              }}
            />
          </span>
        </td>
      ) : null}
    </tr>
  );
}
