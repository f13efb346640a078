import type { ControllerModule } from '@kubemin/controller';
import type { Text } from '@kubemin/model';

/** Whether a runtime works on this machine. */
export type Availability = { readonly kind: 'available' } | { readonly kind: 'missing'; readonly why: Text };

/** What nodes of the embedded cluster run pods with. */
export interface NodeRuntime {
  /** What people have to know about pods on such nodes. */
  readonly notice: Text;
  availability(): Promise<Availability>;
  nodes(options: { readonly count: number }): ControllerModule;
}
