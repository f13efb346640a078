import type { KubeObject } from '@kubemin/kubeapi';
import { isJsonObject } from '@kubemin/kubeapi';
import type { PhasedObject, PhaseMachine } from '../phase/index.ts';

/** The part of a phase machine that users see: the progress of an object and the actions on it. */
export type PhaseViews = Pick<
  PhaseMachine<PhasedObject>,
  'reset' | 'pause' | 'resume' | 'summary' | 'detail' | 'toMermaid'
>;

/** Whether a machine can read the object: its spec and status are objects where they exist. */
export function isPhased(object: KubeObject): object is PhasedObject {
  const parts: readonly unknown[] = [
    'spec' in object ? object.spec : undefined,
    'status' in object ? object.status : undefined,
  ];
  return parts.every((part) => part === undefined || isJsonObject(part));
}
