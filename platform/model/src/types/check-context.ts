import type { Report } from '../problem/index.ts';
import type { Endpoint } from './endpoint.ts';

/** What a component can provide for others to refer to. */
export type SourceKind = 'config' | 'secret';

/** What a rule of a component type or trait may look at besides its own data. */
export interface CheckContext {
  readonly component: {
    readonly name: string;
    readonly type: string;
    readonly scales: boolean;
    readonly runs: 'for-ever' | 'to-completion';
  };
  /** The application's; undefined where that is itself at fault. */
  readonly namespace: string | undefined;
  /** The container the data is about: the component's own, or the one the trait is nested in. */
  readonly container: string;
  /** Adds a problem; its path starts at the data being checked. */
  readonly report: Report;
  /** The keys of a config or secret of this document; undefined when the document has none of that name. */
  sourceKeys(kind: SourceKind, name: string): ReadonlySet<string> | undefined;
  /** How a component, or a Service name a component is given, is reached; undefined when the document has neither. */
  endpoint(name: string): Endpoint | undefined;
  /** The data of another trait of this component, as far as it was accepted; undefined when it has none. */
  trait(name: string): unknown;
}
