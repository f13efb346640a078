import type { FieldChange } from '@kubemin/client';
import { useLanguage } from '../language/index.ts';
import { kitMessages } from '../messages/index.ts';
import styles from './diff.module.css';
import { ChangeTag } from './state.tsx';

/** Fields that change, each with its path, what was there and what will be. Values of secrets come masked. */
export function FieldChanges({ fields, layout = 'unified', drifted = NONE }: FieldChangesProps) {
  const { t } = useLanguage();
  return (
    <div className={styles.diff}>
      {layout === 'split' && fields.length > 0 && (
        <div className={`${styles.sides} ${styles.columns}`}>
          <span>{t(kitMessages.before)}</span>
          <span>{t(kitMessages.after)}</span>
        </div>
      )}
      {fields.map(({ field, before, after, cause }) => (
        <div key={field}>
          <div className={styles.path}>
            {field} {drifted.has(field) && <ChangeTag action="drifted" />}
            {cause !== undefined && <span className={styles.cause}>{t(kitMessages.from({ field: cause }))}</span>}
          </div>
          <div className={layout === 'split' ? styles.sides : undefined}>
            <div>{before !== undefined && <Lines kind="removed" text={valueText(before)} />}</div>
            <div>{after !== undefined && <Lines kind="added" text={valueText(after)} />}</div>
          </div>
        </div>
      ))}
    </div>
  );
}

interface FieldChangesProps {
  readonly fields: readonly FieldChange[];
  /** Before and after below each other, or side by side. */
  readonly layout?: 'unified' | 'split';
  /** Fields that others changed in the cluster. */
  readonly drifted?: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

function Lines({ kind, text }: { readonly kind: 'added' | 'removed'; readonly text: string }) {
  const { t } = useLanguage();
  return numbered(text.split('\n')).map(({ number, item }) => (
    <div key={number} className={`${styles.line} ${styles[kind]}`}>
      <span className={styles.sign} role="img" aria-label={t(kitMessages[kind])}>
        {kind === 'added' ? '+' : '−'}
      </span>
      <span>{item}</span>
    </div>
  ));
}

/** Two texts line by line: what only the first has, what only the second has, and what both have. */
export function LineDiff({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <div className={styles.diff}>
      {numbered(diffLines(before.split('\n'), after.split('\n'))).map(({ number, item: { kind, text } }) =>
        kind === 'same' ? (
          <div key={number} className={styles.line}>
            <span />
            <span>{text}</span>
          </div>
        ) : (
          <Lines key={number} kind={kind} text={text} />
        ),
      )}
    </div>
  );
}

/** Items that are known by their place alone. */
function numbered<T>(items: readonly T[]): readonly { readonly number: number; readonly item: T }[] {
  return items.map((item, number) => ({ number, item }));
}

interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** The longest common subsequence of lines, after cutting equal ends. Documents have some hundred lines. */
function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end += 1;
  const [old, fresh] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const lengths = commonLengths(old, fresh);
  const middle: DiffLine[] = [];
  let [at, to] = [0, 0];
  while (at < old.length || to < fresh.length) {
    if (at < old.length && to < fresh.length && old[at] === fresh[to]) {
      middle.push({ kind: 'same', text: old[at] ?? '' });
      at += 1;
      to += 1;
    } else if (
      at < old.length &&
      (to >= fresh.length || (lengths[at + 1]?.[to] ?? 0) >= (lengths[at]?.[to + 1] ?? 0))
    ) {
      middle.push({ kind: 'removed', text: old[at] ?? '' });
      at += 1;
    } else {
      middle.push({ kind: 'added', text: fresh[to] ?? '' });
      to += 1;
    }
  }
  const same = (text: string): DiffLine => ({ kind: 'same', text });
  return [...before.slice(0, start).map(same), ...middle, ...before.slice(before.length - end).map(same)];
}

function commonLengths(old: readonly string[], fresh: readonly string[]): readonly (readonly number[])[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array<number>(fresh.length + 1).fill(0));
  for (let at = old.length - 1; at >= 0; at -= 1) {
    const row = lengths[at] ?? [];
    for (let to = fresh.length - 1; to >= 0; to -= 1) {
      row[to] =
        old[at] === fresh[to]
          ? (lengths[at + 1]?.[to + 1] ?? 0) + 1
          : Math.max(lengths[at + 1]?.[to] ?? 0, row[to + 1] ?? 0);
    }
  }
  return lengths;
}
