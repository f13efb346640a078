import { Ellipsis } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { IconButton } from './button.tsx';
import styles from './overlay.module.css';

interface MenuProps {
  /** The accessible name of the default trigger. */
  readonly label: string;
  readonly trigger?: ReactElement;
  readonly small?: boolean;
  /** Which edge of the trigger it is below. @default 'end' */
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

export function Menu({ label, trigger, small = false, align = 'end', children }: MenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>
        {trigger ?? (
          <IconButton label={label} small={small}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        )}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.menu} align={align} sideOffset={4} collisionPadding={8}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly disabledReason?: string | undefined;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon, danger = false, disabledReason, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item
      className={[styles.item, danger && styles.itemDanger].filter(Boolean).join(' ')}
      disabled={disabledReason !== undefined}
      onSelect={onSelect}
    >
      {icon}
      <span>
        {children}
        {disabledReason !== undefined && <span className={styles.itemReason}>{disabledReason}</span>}
      </span>
    </Radix.Item>
  );
}

/** An entry that opens a place: `children` is one link element. */
export function MenuLink({ children }: { readonly children: ReactElement }) {
  return (
    <Radix.Item className={styles.item} asChild>
      {children}
    </Radix.Item>
  );
}

/** Names the entries that follow. */
export function MenuHeading({ children }: { readonly children: ReactNode }) {
  return <Radix.Label className={styles.menuHeading}>{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className={styles.separator} />;
}
