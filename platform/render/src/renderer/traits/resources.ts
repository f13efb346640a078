import type { TraitData } from '@kubemin/model';
import type { TraitRenderer } from '../trait-renderer.ts';

/** resources → equal requests and limits, so that the pod is among the last to be evicted. */
export const resources: TraitRenderer<TraitData['resources']> = {
  process({ data: { cpu, memory, gpu }, container, settings }) {
    const amounts = {
      ...(cpu === undefined ? {} : { cpu }),
      ...(memory === undefined ? {} : { memory }),
      ...(gpu === undefined ? {} : { [/^\d+$/.test(gpu) ? settings.gpu.count : settings.gpu.memory]: gpu }),
    };
    if (Object.keys(amounts).length === 0) return {};
    return { changes: { [container]: { resources: { requests: amounts, limits: amounts } } } };
  },
};
