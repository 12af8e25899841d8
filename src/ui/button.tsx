import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { Icon } from './icon/icon.tsx';
import { usePlatformObstacle } from './platform-obstacle.ts';

/** `danger`: the button destroys something, or ends what a person is doing. */
type Look = 'primary' | 'default' | 'quiet' | 'danger';

/** Keeps the press of a button, also of one that submits, from doing anything. */
const refuse = (event: MouseEvent) => event.preventDefault();

/** What a button is given where it cannot be pressed for a reason: it can still be reached, and says why. */
function idleBecause(obstacle: string | undefined) {
  return obstacle === undefined
    ? undefined
    : { 'aria-disabled': true, 'aria-description': obstacle, 'data-tip': obstacle, onClick: refuse };
}

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  ref?: Ref<HTMLButtonElement>;
  look?: Look;
  /** Without the platform it does nothing, and says so. */
  needsPlatform?: boolean;
  icon?: string;
  /** On narrow windows the button shows its icon alone; the words stay its name. */
  compact?: boolean;
  children: ReactNode;
};

/** A button with words, and perhaps an icon before them. */
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

/** A link that looks like a button: to a whole new page, the next step of a page that has only one, or to a file that is kept. */
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
