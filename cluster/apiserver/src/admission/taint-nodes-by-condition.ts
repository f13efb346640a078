import type { KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { type AdmissionFactory, isAbout } from '../registry/index.ts';

const TAINT = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' } as const;

/** New nodes get no pods before the node lifecycle controller has seen that they are ready. */
export const taintNodesByCondition: AdmissionFactory = () => ({
  name: 'TaintNodesByCondition',
  applies: (request) => request.operation === 'create' && isAbout(request, core.v1.nodes),
  mutate(object) {
    if (!isNode(object)) return object;
    const own = object.spec?.taints ?? [];
    if (own.some(({ key, effect }) => key === TAINT.key && effect === TAINT.effect)) return object;
    const tainted: Node = { ...object, spec: { ...object.spec, taints: [...own, TAINT] } };
    return tainted;
  },
});

function isNode(object: KubeObject): object is Node {
  return object.kind === 'Node' && object.apiVersion === 'v1';
}
