import type { KubeObject } from '@kubemin/kubeapi';
import { isJsonObject } from '@kubemin/kubeapi';
import type { PhaseMachine } from '../phase/phase-machine.ts';
import type { PhasedObject } from '../phase/phased-object.ts';

/** What a phase machine offers to people: how far an object is, and what can be done about it. */
export type PhaseViews = Pick<
  PhaseMachine<PhasedObject>,
  'reset' | 'pause' | 'resume' | 'summary' | 'detail' | 'toMermaid'
>;

/** Whether an object can be shown to a machine: where it keeps fields, it keeps them as objects. */
export function isPhased(object: KubeObject): object is PhasedObject {
  const parts: readonly unknown[] = [
    'spec' in object ? object.spec : undefined,
    'status' in object ? object.status : undefined,
  ];
  return parts.every((part) => part === undefined || isJsonObject(part));
}
