import type { TraitData } from '@kubemin/model';
import type { TraitRenderer } from '../trait-renderer.ts';

/** envFrom → the container's envFrom, in the order given. */
export const envFrom: TraitRenderer<TraitData['envFrom']> = {
  process({ data, container }) {
    const sources = data.map(({ type, sourceName: name }) =>
      type === 'secret' ? { secretRef: { name } } : { configMapRef: { name } },
    );
    return { changes: { [container]: { envFrom: sources } } };
  },
};
