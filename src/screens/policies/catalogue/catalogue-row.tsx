import { mdiContentCopy, mdiPause, mdiPencilOutline, mdiPlay, mdiTrashCanOutline } from '@mdi/js';
import { useContext } from 'react';
import { conditionLook, effectLook, type PartLook } from '#features/policies/parts/part-looks.ts';
import { PolicyRest } from '#features/policies/policy-rest.ts';
import type { PlacedPolicy, Policy } from '#protocol/rest/policy.ts';
import { holdsApplications } from '#rest/policies.ts';
import { useWrite } from '#rest/use-write.ts';
import { useAuth } from '#session/session-store.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { failureText } from '#ui/failure/failure-text.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { NamedIcon } from '#ui/icon/named-icon.tsx';
import { MenuItem, MenuSeparator } from '#ui/overlay/menu.tsx';
import { RowMenu } from '#ui/overlay/row-menu.tsx';
import { documentOf, draftOf } from '../editor/policy-draft.ts';
import { m } from '../messages.ts';
import styles from './catalogue-row.module.css';
import { type ListedPolicy, titleOf } from './listed-policies.ts';
import { countsText, placesTip } from './places-text.ts';

/** The kinds of effects or conditions, as icons with their names. */
function Parts(props: { looks: readonly PartLook[]; none: string }) {
  if (props.looks.length === 0) return <span className={styles.dimmed}>{props.none}</span>;
  return (
    <ul className={styles.parts}>
      {props.looks.map(({ title, icon }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two kinds unknown to this version have the same title
        <li key={`${at} ${title}`} className={styles.part}>
          <Icon path={icon} size={16} />
          {title}
        </li>
      ))}
    </ul>
  );
}

/** Switches a policy on or off for the whole site. */
function useToggle(policy: Policy): () => Promise<void> {
  const { userId } = useAuth();
  const { save } = useContext(PolicyRest);
  const write = useWrite({
    send: (disabled: boolean) => {
      const document = documentOf(draftOf(policy), { ownerId: userId, global: policy.global ?? true });
      if (document === undefined) throw new Error('this policy lacks a name, an icon or an effect');
      const { version } = policy;
      return save(policy.id, { ...document, disabled, ...(version !== undefined && { version }) });
    },
    changed: { predicate: holdsApplications },
  });
  return async () => {
    const name = titleOf(policy);
    try {
      await write.mutateAsync(!policy.disabled);
      toasts.show({
        type: 'success',
        text: policy.disabled ? m.enabledNow({ name }) : m.disabledNow({ name }),
      });
    } catch (error) {
      toasts.show({ type: 'error', text: `${m.notChanged({ name })} ${failureText(error)}`, closable: true });
    }
  };
}

function PolicyMenu(props: { policy: Policy; onEdit: () => void; onCopy: () => void; onDelete: () => void }) {
  const { policy } = props;
  const toggle = useToggle(policy);
  const icon = (path: string) => <Icon path={path} size={18} />;
  return (
    <RowMenu label={m.menuOf({ name: titleOf(policy) })}>
      <MenuItem icon={icon(mdiPencilOutline)} onSelect={props.onEdit}>
        {m.editPolicy}
      </MenuItem>
      <MenuItem icon={icon(mdiContentCopy)} onSelect={props.onCopy}>
        {m.duplicate}
      </MenuItem>
      <MenuItem
        needsPlatform
        icon={icon(policy.disabled ? mdiPlay : mdiPause)}
        onSelect={() => void toggle()}
      >
        {policy.disabled ? m.enablePolicy : m.disablePolicy}
      </MenuItem>
      <MenuSeparator />
      <MenuItem needsPlatform icon={icon(mdiTrashCanOutline)} onSelect={props.onDelete}>
        {m.deletePolicy}
      </MenuItem>
    </RowMenu>
  );
}

export function CatalogueRow(props: {
  row: ListedPolicy;
  places: readonly PlacedPolicy[];
  canEdit: boolean;
  onEdit: () => void;
  onCopy: () => void;
  onDelete: () => void;
}) {
  const { policy, sentence } = props.row;
  const { definition, meta } = policy;
  const looks = (names: readonly { definition: string }[] | undefined, look: (name: string) => PartLook) =>
    (names ?? []).map((part) => look(part.definition));
  const counts = countsText(policy.appliedTo);
  const tip = placesTip(props.places, policy.appliedTo);
  return (
    <tr>
      <td className={styles.first}>
        <span className={styles.policy}>
          <NamedIcon
            name={meta.icon?.icon ?? ''}
            color={meta.icon?.color ?? ''}
            size={32}
            isOff={policy.disabled}
          />
          <span className={styles.words}>
            <span className={styles.name}>{titleOf(policy)}</span>
            <span className={styles.sentence}>{sentence}</span>
            {policy.disabled ? <span className={styles.off}>{m.disabled}</span> : null}
            {policy.global === false ? <span className={styles.off}>{m.private}</span> : null}
          </span>
        </span>
      </td>
      <td>
        <Parts looks={looks(definition?.effects, effectLook)} none="" />
      </td>
      <td>
        <Parts looks={looks(definition?.conditions, conditionLook)} none={m.noConditions} />
      </td>
      <td>
        {counts === '' ? (
          <span className={styles.dimmed}>{m.nowhere}</span>
        ) : (
          <span className={styles.places}>
            {counts}
            {tip === '' ? null : <span className={styles.dimmed}>{tip}</span>}
          </span>
        )}
      </td>
      {props.canEdit ? (
        <td>
          <PolicyMenu {...props} policy={policy} />
        </td>
      ) : null}
    </tr>
  );
}
