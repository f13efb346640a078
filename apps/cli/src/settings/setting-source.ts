import type { Position } from '@kubemin/model';

/** Where a value comes from. */
export type SettingSource =
  | { readonly kind: 'flag'; readonly flag: string }
  | { readonly kind: 'variable'; readonly variable: string }
  | { readonly kind: 'file'; readonly file: string; readonly path: string; readonly position?: Position }
  | { readonly kind: 'default' };

/** A source as it is printed: what to look for, or where to look, in a form that editors jump to. */
export function describeSource(source: SettingSource): string {
  switch (source.kind) {
    case 'flag':
      return `--${source.flag}`;
    case 'variable':
      return source.variable;
    case 'file': {
      const at = source.position === undefined ? '' : `:${source.position.line}:${source.position.column}`;
      return `${source.file}${at} ${source.path}`.trimEnd();
    }
    case 'default':
      return 'default';
  }
}
