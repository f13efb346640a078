import type { ServicePort, ServiceSpec } from '@kubemin/kubeapi/types/core.v1';
import type { TraitData } from '@kubemin/model';
import { given } from '../../object/index.ts';
import type { TraitRenderer } from '../trait-renderer.ts';

type Settings = TraitData['service'];

/** service → what is different about the component's Services. */
export const service: TraitRenderer<Settings> = {
  process({ data }) {
    const { name: alias, labels, annotations } = data;
    const ports = data.ports?.map((port) => servicePort(port, data));
    return { service: { labels, annotations, every: every(data), outward: outward(data), ...given({ alias, ports }) } };
  },
};

function every(data: Settings): Partial<ServiceSpec> {
  const { sessionAffinity, sessionAffinitySeconds, internalTrafficPolicy, publishNotReadyAddresses } = data;
  const isSticky = sessionAffinity === 'ClientIP' && sessionAffinitySeconds !== undefined;
  return {
    ...(data.type === 'Headless' ? { clusterIP: 'None' } : {}),
    ...(isSticky ? { sessionAffinityConfig: { clientIP: { timeoutSeconds: sessionAffinitySeconds } } } : {}),
    ...given({ sessionAffinity, internalTrafficPolicy, publishNotReadyAddresses }),
  };
}

function outward({ type, ...data }: Settings): Partial<ServiceSpec> {
  if (type === 'ClusterIP' || type === 'Headless') return {};
  const { externalTrafficPolicy, loadBalancerClass, loadBalancerSourceRanges } = data;
  const balanced = type === 'LoadBalancer' ? given({ loadBalancerClass, loadBalancerSourceRanges }) : {};
  return { type, ...given({ externalTrafficPolicy }), ...balanced };
}

function servicePort(data: NonNullable<Settings['ports']>[number], { type }: Settings): ServicePort {
  const { name, port, targetPort = port, protocol, nodePort, appProtocol } = data;
  const hasNodePorts = type === 'NodePort' || type === 'LoadBalancer';
  return { port, targetPort, protocol, ...given({ name, appProtocol }), ...(hasNodePorts ? given({ nodePort }) : {}) };
}
