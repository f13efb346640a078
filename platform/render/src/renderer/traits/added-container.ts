import type { Container } from '@kubemin/kubeapi/types/core.v1';
import type { TraitData } from '@kubemin/model';
import { container } from '../container.ts';
import { mergeResults } from '../trait-merge.ts';
import type { TraitRenderer } from '../trait-renderer.ts';

/** init → init containers in the order given, each with its nested traits. */
export const init: TraitRenderer<TraitData['init']> = {
  process({ data, nested }) {
    const results = data.map(({ name, properties, traits }, index) => ({
      ...nested(traits, name, [index, 'traits']),
      initContainers: [container({ name, ...properties })],
    }));
    return mergeResults(results);
  },
};

/** Workloads whose pods end: a plain container beside the main one would keep them from ever doing so. */
const ENDING_WORKLOADS = new Set(['Job', 'CronJob']);

/** sidecar → containers beside the main one, each with its nested traits. */
export const sidecar: TraitRenderer<TraitData['sidecar']> = {
  process({ data, nested, workload }) {
    const ends = ENDING_WORKLOADS.has(workload.kind);
    const results = data.map(({ traits, ...words }, index) => {
      const inner = nested(traits, words.name, [index, 'traits']);
      const added = container(words);
      return ends ? { ...inner, initContainers: [stayingBeside(added)] } : { ...inner, containers: [added] };
    });
    return mergeResults(results);
  },
};

/** Started before the main container, stopped by Kubernetes once that has ended. */
function stayingBeside(added: Container): Container {
  return { ...added, restartPolicy: 'Always' };
}
