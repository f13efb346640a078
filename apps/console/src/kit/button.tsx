import { LoaderCircle } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { Tooltip } from './tooltip.tsx';

type Kind = 'default' | 'primary' | 'accent' | 'ghost' | 'danger' | 'solidDanger';
type Size = 'small' | 'medium' | 'large';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'aria-disabled'> {
  readonly kind?: Kind;
  readonly size?: Size;
  readonly icon?: ReactNode;
  /** Why it cannot be used now, for the user; it stays focusable, so that keyboards reach the reason. */
  readonly disabledReason?: string | undefined;
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({
  kind = 'default',
  size = 'medium',
  icon,
  disabledReason,
  busy = false,
  children,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isDisabled = busy || disabledReason !== undefined;
  const button = (
    <button
      {...rest}
      type={type}
      className={buttonClass(kind, size, className)}
      aria-disabled={isDisabled}
      aria-busy={busy}
      onClick={isDisabled ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <LoaderCircle size={14} className="spin" aria-hidden /> : icon}
      {children}
    </button>
  );
  return disabledReason === undefined ? button : <Tooltip text={disabledReason}>{button}</Tooltip>;
}

function buttonClass(kind: Kind, size: Size, extra?: string): string {
  const classes = [styles.button, kind !== 'default' && styles[kind], size !== 'medium' && styles[size], extra];
  return classes.filter(Boolean).join(' ');
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'aria-label'> {
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly small?: boolean;
  readonly disabledReason?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({
  label,
  small = false,
  disabledReason,
  className,
  onClick,
  children,
  ...rest
}: IconButtonProps) {
  const isDisabled = disabledReason !== undefined;
  return (
    <Tooltip text={disabledReason ?? label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-disabled={isDisabled}
        className={[styles.icon, small && styles.iconSmall, className].filter(Boolean).join(' ')}
        onClick={isDisabled ? (event) => event.preventDefault() : onClick}
      >
        {children}
      </button>
    </Tooltip>
  );
}
