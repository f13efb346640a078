/** Where a value of a configuration comes from. */
export type ConfigSource =
  | { readonly kind: 'flag'; readonly flag: string }
  | { readonly kind: 'variable'; readonly variable: string }
  | {
      readonly kind: 'file';
      readonly file: string;
      readonly path: string;
      readonly line: number;
      readonly column: number;
    }
  | { readonly kind: 'default' };

/** A source for messages; positions in files have the form that editors open. */
export function describeConfigSource(source: ConfigSource): string {
  switch (source.kind) {
    case 'flag':
      return `--${source.flag}`;
    case 'variable':
      return source.variable;
    case 'file':
      return `${source.file}:${source.line}:${source.column} ${source.path}`.trimEnd();
    case 'default':
      return 'default';
  }
}
