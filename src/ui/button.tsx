import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { Icon } from './icon/icon.tsx';
import { usePlatformObstacle } from './platform-obstacle.ts';

/** `danger`: the button destroys something, or ends work in progress. */
type Look = 'primary' | 'default' | 'quiet' | 'danger';

/** Makes a press of the button do nothing, also if it submits a form. */
const refuse = (event: MouseEvent) => event.preventDefault();

/** The props of a button that cannot be pressed for a reason: it stays focusable and shows the reason. */
function idleBecause(obstacle: string | undefined) {
  return obstacle === undefined
    ? undefined
    : { 'aria-disabled': true, 'aria-description': obstacle, 'data-tip': obstacle, onClick: refuse };
}

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  ref?: Ref<HTMLButtonElement>;
  look?: Look;
  /** Without the platform, the button does nothing and shows why. */
  needsPlatform?: boolean;
  icon?: string;
  /** On narrow windows the button shows only its icon; the label stays its accessible name. */
  compact?: boolean;
  children: ReactNode;
};

export function Button({
  look = 'default',
  icon,
  compact,
  children,
  type = 'button',
  needsPlatform,
  ...rest
}: ButtonProps) {
  const idle = idleBecause(usePlatformObstacle(needsPlatform));
  return (
    <button
      type={type}
      className={`${styles.button} ${styles[look]}`}
      data-compact={compact}
      {...rest}
      {...idle}
    >
      {icon === undefined ? null : <Icon path={icon} size={18} />}
      <span className={styles.label}>{children}</span>
    </button>
  );
}

type ButtonLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className'> & {
  href: string;
  look?: Look;
  icon?: string;
  children: ReactNode;
};

/** A link that looks like a button: to another page, to the only next step, or to a stored file. */
export function ButtonLink({ look = 'primary', icon, children, ...rest }: ButtonLinkProps) {
  return (
    <a className={`${styles.button} ${styles[look]}`} {...rest}>
      {icon === undefined ? null : <Icon path={icon} size={18} />}
      <span className={styles.label}>{children}</span>
    </a>
  );
}

type IconButtonProps = Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'className' | 'children' | 'aria-label'
> & {
  icon: string;
  /** The accessible name, also the tooltip. */
  label: string;
  size?: 'small' | 'medium';
  look?: Look;
  needsPlatform?: boolean;
};

/** A button that is only an icon; its name is also its tooltip. */
export function IconButton({
  icon,
  label,
  size = 'medium',
  look = 'quiet',
  type = 'button',
  needsPlatform,
  ...rest
}: IconButtonProps) {
  const idle = idleBecause(usePlatformObstacle(needsPlatform));
  return (
    <button
      type={type}
      className={`${styles.button} ${styles.square} ${styles[size]} ${styles[look]}`}
      aria-label={label}
      data-tip={label}
      {...rest}
      {...idle}
    >
      <Icon path={icon} size={size === 'small' ? 16 : 20} />
    </button>
  );
}
