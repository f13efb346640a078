import type { TraitData } from '@kubemin/model';
import type { TraitRenderer, TraitResult } from '../trait-renderer.ts';

/** termination → the pod's grace period and the container's preStop hook. */
export const termination: TraitRenderer<TraitData['termination']> = {
  process({ data: { gracePeriodSeconds, preStop }, container, place }): TraitResult {
    const isPods = place === 'component' && gracePeriodSeconds !== undefined;
    return {
      ...(isPods ? { pod: { terminationGracePeriodSeconds: gracePeriodSeconds } } : {}),
      ...(preStop === undefined ? {} : { changes: { [container]: { lifecycle: { preStop: hook(preStop) } } } }),
    };
  },
};

function hook({ command, sleepSeconds }: NonNullable<TraitData['termination']['preStop']>) {
  return sleepSeconds === undefined ? { exec: { command: command ?? [] } } : { sleep: { seconds: sleepSeconds } };
}
