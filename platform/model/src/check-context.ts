import type { Report } from './problem-list.ts';

/** What a component can provide for others to refer to. */
export type SourceKind = 'config' | 'secret';

/** What a rule of a component type or trait may look at besides its own data. */
export interface CheckContext {
  readonly component: { readonly name: string; readonly type: string };
  /** Adds a problem; its path starts at the data being checked. */
  readonly report: Report;
  /** The keys of a config or secret of this document; undefined when the document has none of that name. */
  sourceKeys(kind: SourceKind, name: string): ReadonlySet<string> | undefined;
}
