import type { TraitData } from '@kubemin/model';
import { LABEL, rfc1123, shortened } from '../../object/index.ts';
import type { TraitRenderer } from '../trait-renderer.ts';

/** share → a name and a strategy on every object, by which delivery finds what another application has made already. */
export const share: TraitRenderer<TraitData['share']> = {
  process: () => ({}),
  decorate({ data: { strategy, name }, component }) {
    // Not the namespace: then one shared component would stand for every other of its kind there.
    const shareName = shortened(rfc1123(name ?? `${component.name}-${component.type}`));
    return {
      labels: { [LABEL.shareName]: shareName, [LABEL.shareStrategy]: strategy },
      share: { name: shareName, strategy },
    };
  },
};
