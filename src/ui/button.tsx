import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './button.module.css';
import { Icon } from './icon/icon.tsx';

/** `danger`: the button destroys something, or ends what a person is doing. */
type Look = 'primary' | 'default' | 'quiet' | 'danger';

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  look?: Look;
  icon?: string;
  /** On narrow windows the button shows its icon alone; the words stay its name. */
  compact?: boolean;
  children: ReactNode;
};

/** A button with words, and perhaps an icon before them. */
export function Button({ look = 'default', icon, compact, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button type={type} className={`${styles.button} ${styles[look]}`} data-compact={compact} {...rest}>
      {icon === undefined ? null : <Icon path={icon} size={18} />}
      <span className={styles.label}>{children}</span>
    </button>
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
};

/** A button that is only an icon; its name is also its tooltip. */
export function IconButton({
  icon,
  label,
  size = 'medium',
  look = 'quiet',
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      className={`${styles.button} ${styles.square} ${styles[size]} ${styles[look]}`}
      aria-label={label}
      data-tip={label}
      {...rest}
    >
      <Icon path={icon} size={size === 'small' ? 16 : 20} />
    </button>
  );
}
