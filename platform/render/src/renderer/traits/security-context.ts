import type { TraitData } from '@kubemin/model';
import { given } from '../../object/index.ts';
import type { TraitRenderer } from '../trait-renderer.ts';

/**
 * securityContext → on the component: the user of the containers is set for the pod, so that init and sidecar containers
 * inherit it, and what the main container may do for that one. Nested: all for that one container.
 */
export const securityContext: TraitRenderer<TraitData['securityContext']> = {
  process({ data, container, place }) {
    const { runAsUser, runAsGroup, runAsNonRoot, seccompProfile } = data;
    const identity = given({
      runAsUser,
      runAsGroup,
      runAsNonRoot,
      seccompProfile: seccompProfile === undefined ? undefined : { type: seccompProfile },
    });
    const { readOnlyRootFilesystem, allowPrivilegeEscalation, privileged, capabilities } = data;
    const rights = given({
      readOnlyRootFilesystem,
      allowPrivilegeEscalation,
      privileged,
      capabilities: capabilities === undefined ? undefined : given(capabilities),
    });
    if (place === 'nested') return { changes: { [container]: { securityContext: { ...identity, ...rights } } } };
    const { fsGroup, fsGroupChangePolicy, supplementalGroups } = data;
    const pod = { ...identity, ...given({ fsGroup, fsGroupChangePolicy, supplementalGroups }) };
    return {
      ...(Object.keys(pod).length === 0 ? {} : { pod: { securityContext: pod } }),
      ...(Object.keys(rights).length === 0 ? {} : { changes: { [container]: { securityContext: rights } } }),
    };
  },
};
