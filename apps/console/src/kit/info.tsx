import { Info as InfoIcon } from 'lucide-react';
import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useLanguage } from '../language/index.ts';
import { kitMessages } from '../messages/index.ts';
import styles from './figure.module.css';

/** Explains the thing beside it, by pointer, keyboard and touch alike. */
export function Info({ subject, children }: { readonly subject: string; readonly children: ReactNode }) {
  const { t } = useLanguage();
  return (
    <Radix.Root>
      <Radix.Trigger asChild>
        <button type="button" className={styles.info} aria-label={t(kitMessages.about({ name: subject }))}>
          <InfoIcon size={14} aria-hidden />
        </button>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.infoContent} sideOffset={6} collisionPadding={8}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
