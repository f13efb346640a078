import { fieldError } from '@kubemin/kubeapi';
import type { Service, ServicePort, ServiceSpec } from '@kubemin/kubeapi/types/core.v1';
import { allocateServiceAddresses, isExternal, releaseServiceAddresses } from './service-addresses.ts';
import { carryOverFields } from './service-type-change.ts';
import { validateService } from './service-validation.ts';
import type { Strategy } from './strategy.ts';

const AFFINITY_SECONDS = 10_800;

/** Services: defaults, and addresses and ports that belong to one service only. */
export const serviceStrategy: Strategy<Service> = {
  statusAnnotations: true,
  nameRule: 'dns1035Label',
  generation: false,
  deleteReturnsObject: true,
  createOnUpdate: true,
  selectableFields: {
    'spec.clusterIP': (service) => service.spec?.clusterIP ?? '',
    'spec.type': (service) => service.spec?.type ?? '',
  },

  defaults: (service) => ({ ...service, spec: withDefaults(service.spec ?? {}) }),

  prepareForCreate: (service) => ({ ...service, status: { loadBalancer: {} } }),

  prepareForUpdate: (service, current) => ({
    ...service,
    spec: carryOverFields(service.spec ?? {}, current.spec ?? {}),
  }),

  validate: ({ spec = {} }) => validateService(spec),

  validateUpdate({ spec = {} }, { spec: old = {} }) {
    const stays = spec.type !== 'ExternalName' && old.type !== 'ExternalName';
    const balancer = spec.type === 'LoadBalancer' && old.type === 'LoadBalancer';
    return [
      ...(stays && old.clusterIP !== undefined && spec.clusterIP !== old.clusterIP
        ? [fieldError.invalid('spec.clusterIPs[0]', [spec.clusterIP], 'may not change once set')]
        : []),
      ...(balancer && spec.loadBalancerClass !== old.loadBalancerClass
        ? [fieldError.invalid('spec.loadBalancerClass', spec.loadBalancerClass, 'may not change once set')]
        : []),
    ];
  },

  allocate: allocateServiceAddresses,
  release: releaseServiceAddresses,
};

function withDefaults(spec: ServiceSpec): ServiceSpec {
  const type = spec.type ?? 'ClusterIP';
  const { sessionAffinity = 'None', sessionAffinityConfig, ...others } = spec;
  return {
    ...others,
    type,
    sessionAffinity,
    ...(sessionAffinity === 'ClientIP' && {
      sessionAffinityConfig: {
        clientIP: { timeoutSeconds: sessionAffinityConfig?.clientIP?.timeoutSeconds ?? AFFINITY_SECONDS },
      },
    }),
    ...(spec.ports && { ports: spec.ports.map(defaultPort) }),
    ...(type !== 'ExternalName' && { internalTrafficPolicy: spec.internalTrafficPolicy ?? 'Cluster' }),
    ...(isExternal(type) && { externalTrafficPolicy: spec.externalTrafficPolicy ?? 'Cluster' }),
    ...(type === 'LoadBalancer' && {
      allocateLoadBalancerNodePorts: spec.allocateLoadBalancerNodePorts ?? true,
    }),
  };
}

function defaultPort(port: ServicePort): ServicePort {
  return { ...port, protocol: port.protocol ?? 'TCP', targetPort: port.targetPort ?? port.port };
}
