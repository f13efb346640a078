import type { ReactNode } from 'react';
import styles from './page.module.css';

export interface BannerProps {
  /** `act`: the user has to do something; the others are trouble. */
  readonly kind?: 'act' | 'warning' | 'failed';
  readonly label: string;
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** What waits for the user, at the top of its page. At most one per page. */
export function Banner({ kind = 'act', label, icon, title, children, actions }: BannerProps) {
  return (
    <section className={[styles.banner, styles[kind]].join(' ')} aria-label={label}>
      {icon}
      <div className="grow">
        <div className="medium">{title}</div>
        {children !== undefined && <div className="small secondary break">{children}</div>}
      </div>
      {actions !== undefined && <div className={styles.bannerActions}>{actions}</div>}
    </section>
  );
}
