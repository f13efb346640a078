import type { ReactNode } from 'react';
import styles from './figure.module.css';
import { Info } from './info.tsx';

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  /** How it is computed. */
  readonly info?: ReactNode;
  readonly children?: ReactNode;
}

/** One number of a page, with its name and what belongs to it. */
export function Figure({ label, value, info, children }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt className={styles.figureLabel}>
        {label}
        {info !== undefined && <Info subject={label}>{info}</Info>}
      </dt>
      <dd className={styles.figureValue}>{value}</dd>
      {children !== undefined && <dd className="small secondary">{children}</dd>}
    </div>
  );
}

/** Figures side by side. */
export function Figures({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section aria-label={label}>
      <dl className={styles.figures}>{children}</dl>
    </section>
  );
}

interface MeterProps {
  readonly label: string;
  readonly value: number;
  readonly maximum: number;
  /** A second amount behind the first one, such as what is reserved. */
  readonly behind?: number;
  /** The amounts in words. */
  readonly text: string;
}

/** A share of an amount as a bar, with the amounts as its text. */
export function Meter({ label, value, maximum, behind = 0, text }: MeterProps) {
  const share = (amount: number): string =>
    `${maximum > 0 ? Math.min(100, Math.max(0, (100 * amount) / maximum)) : 0}%`;
  return (
    <span className={styles.meter} role="img" aria-label={`${label}: ${text}`}>
      <span className={styles.meterBehind} style={{ width: share(behind) }} />
      <span className={styles.meterValue} style={{ width: share(value) }} />
    </span>
  );
}
