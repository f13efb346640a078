import { isJsonObject } from '@kubemin/kubeapi';
import type { PhaseModel } from './phase-model.ts';
import type { PhasedObject } from './phased-object.ts';

/** The object with `spec.paused` set: the machine stops at its next reconcile. */
export function pauseObject<R extends PhasedObject>(resource: R): R {
  return { ...resource, spec: { ...resource.spec, paused: true } };
}

/** The object without a pause in its spec and before its phase. */
export function resumeObject<R extends PhasedObject>(model: PhaseModel<R>, resource: R): R {
  const { paused } = model.view(resource);
  const released = paused === undefined ? resource : model.with(resource, { paused: undefined });
  const { spec } = released;
  return isJsonObject(spec) && spec.paused === true ? { ...released, spec: { ...spec, paused: false } } : released;
}
