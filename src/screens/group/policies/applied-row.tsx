import { mdiTrashCanOutline } from '@mdi/js';
import { useRef, useState } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import { useRemoval } from '#features/policies/use-removal.ts';
import { useToggle } from '#features/policies/use-toggle.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { AppliedPolicy } from '#protocol/rest/policy.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { NamedIcon } from '#ui/icon/named-icon.tsx';
import styles from './applied-row.module.css';
import { m } from './messages.ts';

function stateText(application: AppliedPolicy, isOffEverywhere: boolean): string {
  if (application.disabled) return m.isDisabled;
  return isOffEverywhere ? m.offEverywhere : m.enabled;
}

/** One applied policy. Its buttons are locked while a write is pending. */
export function AppliedRow(props: {
  group: Group;
  application: AppliedPolicy;
  isOffEverywhere: boolean;
  effects: string;
  mayChange: boolean;
  /** Called after the policy was removed, if its row had the focus. */
  onRemove: () => void;
}) {
  const { group, application, isOffEverywhere, mayChange } = props;
  const turn = useToggle();
  const takeOff = useRemoval();
  const row = useRef<HTMLTableRowElement>(null);
  const [isBusy, setBusy] = useState(false);
  const name = shownName(application.name) || m.unnamed;
  const target = { kind: 'groups' as const, id: group.id };

  async function wait(start: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await start();
    } catch (error) {
      console.warn('policies', error);
      toasts.show({ type: 'warning', text: m.notChanged, closable: true });
    }
    setBusy(false);
  }

  async function toggle(): Promise<void> {
    await turn({ target, name: group.title, application });
  }

  async function remove(): Promise<void> {
    const isRemoved = await takeOff({
      target,
      name: group.title,
      policyId: application.policyId,
      titles: (policy) => ({ title: m.removed(policy), back: m.addedBack(policy) }),
    });
    const { activeElement } = document;
    if (isRemoved && (activeElement === document.body || row.current?.contains(activeElement)))
      props.onRemove();
  }

  const isOff = application.disabled || isOffEverywhere;
  return (
    <tr ref={row}>
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
              needsPlatform
              aria-disabled={isBusy}
              aria-label={application.disabled ? m.enablePolicyOf({ name }) : m.disablePolicyOf({ name })}
              onClick={() => void wait(toggle)}
            >
              {application.disabled ? m.enablePolicy : m.disablePolicy}
            </Button>
            <IconButton
              needsPlatform
              icon={mdiTrashCanOutline}
              label={m.removePolicy({ name })}
              aria-disabled={isBusy}
              onClick={() => void wait(remove)}
            />
          </span>
        </td>
      ) : null}
    </tr>
  );
}
