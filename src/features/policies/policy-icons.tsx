import { memo } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import { NamedIcon } from '#ui/icon/named-icon.tsx';
import { m } from './icon-messages.ts';
import styles from './policy-icons.module.css';
import { isInactive, type ShownPolicy } from './shown-policies.ts';

type Active = readonly string[] | undefined;

const isOff = (policy: ShownPolicy, active: Active): boolean => policy.disabled || isInactive(policy, active);

/** The label of a policy's icon: its name, and whether it is disabled or inactive. */
function policyText(policy: ShownPolicy, active: Active): string {
  const name = shownName(policy.name) || m.unnamed;
  if (policy.disabled) return m.disabled({ name });
  return isInactive(policy, active) ? m.inactive({ name }) : name;
}

type Shown = {
  active: Active;
  size: number;
  /** Undefined if the person may not disable and enable policies. */
  onOpen: ((policy: ShownPolicy) => void) | undefined;
};

function PolicyIcon({ policy, active, size, onOpen }: Shown & { policy: ShownPolicy }) {
  const text = policyText(policy, active);
  const icon = (
    <NamedIcon name={policy.icon} color={policy.color} size={size} isOff={isOff(policy, active)} />
  );
  return onOpen === undefined ? (
    <span role="img" className={styles.icon} aria-label={text} data-tip={text}>
      {icon}
    </span>
  ) : (
    <button
      type="button"
      className={styles.icon}
      aria-label={text}
      aria-haspopup="dialog"
      data-tip={text}
      onClick={() => onOpen(policy)}
    >
      {icon}
    </button>
  );
}

/** Shows the first few policies as icons, and counts the others. */
export const PolicyIcons = memo(function PolicyIcons(
  props: Shown & { label: string; policies: readonly ShownPolicy[]; max: number },
) {
  const { label, max, policies: all, ...shown } = props;
  const { active } = shown;
  // Active policies come first, because there is room for few.
  const policies = [...all].sort((a, b) => Number(isOff(a, active)) - Number(isOff(b, active)));
  const rest = policies.slice(max);
  const names = rest.map((policy) => policyText(policy, active)).join(', ');
  const more = m.more({ count: rest.length, names });
  return (
    <fieldset className={styles.icons}>
      <legend className="visually-hidden">{label}</legend>
      {policies.slice(0, max).map((policy) => (
        <PolicyIcon key={policy.policyId} policy={policy} {...shown} />
      ))}
      {rest.length === 0 ? null : (
        <span role="img" className={styles.more} aria-label={more} data-tip={more}>
          {m.plus({ count: rest.length })}
        </span>
      )}
    </fieldset>
  );
});
