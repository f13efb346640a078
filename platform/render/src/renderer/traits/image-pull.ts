import type { TraitData } from '@kubemin/model';
import type { TraitRenderer } from '../trait-renderer.ts';

/** imagePull → the container's pull policy; its secrets are the pod's, as Kubernetes has them nowhere else. */
export const imagePull: TraitRenderer<TraitData['imagePull']> = {
  process({ data: { policy, secrets = [] }, container }) {
    return {
      ...(policy === undefined ? {} : { changes: { [container]: { imagePullPolicy: policy } } }),
      ...(secrets.length === 0 ? {} : { pod: { imagePullSecrets: secrets.map((name) => ({ name })) } }),
    };
  },
};
