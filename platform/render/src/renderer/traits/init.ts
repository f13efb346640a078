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
