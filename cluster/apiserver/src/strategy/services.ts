import { type FieldError, fieldError } from '@kubemin/kubeapi';
import type { Service, ServicePort, ServiceSpec } from '@kubemin/kubeapi/types/core.v1';
import { isPort } from './pod-validation.ts';
import { allocateServiceAddresses, isExternal, releaseServiceAddresses } from './service-addresses.ts';
import type { Strategy } from './strategy.ts';

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

/** Services: defaults, and addresses and ports that belong to one service only. */
export const serviceStrategy: Strategy<Service> = {
  nameRule: 'dns1035Label',
  generation: false,
  deleteAnswersObject: true,
  createOnUpdate: true,
  selectableFields: {
    'spec.clusterIP': (service) => service.spec?.clusterIP ?? '',
    'spec.type': (service) => service.spec?.type ?? '',
  },

  defaults(service) {
    const spec = service.spec ?? {};
    const type = spec.type ?? 'ClusterIP';
    return {
      ...service,
      spec: {
        ...spec,
        type,
        sessionAffinity: spec.sessionAffinity ?? 'None',
        ...(spec.ports && { ports: spec.ports.map(defaultPort) }),
        ...(type !== 'ExternalName' && { internalTrafficPolicy: spec.internalTrafficPolicy ?? 'Cluster' }),
        ...(isExternal(type) && { externalTrafficPolicy: spec.externalTrafficPolicy ?? 'Cluster' }),
        ...(type === 'LoadBalancer' && {
          allocateLoadBalancerNodePorts: spec.allocateLoadBalancerNodePorts ?? true,
        }),
      },
    };
  },

  prepareForCreate: (service) => ({ ...service, status: { loadBalancer: {} } }),

  /** A client that sends a service back without its address, or ports without their node ports, means to keep them. */
  prepareForUpdate(service, current) {
    const spec = service.spec ?? {};
    const old = current.spec ?? {};
    if (spec.type === 'ExternalName' || old.type === 'ExternalName') return service;
    const keepIp = spec.clusterIP === undefined && old.clusterIP !== undefined;
    return {
      ...service,
      spec: {
        ...spec,
        ...(keepIp && { clusterIP: old.clusterIP, ...(old.clusterIPs && { clusterIPs: old.clusterIPs }) }),
        ...(spec.ports && isExternal(spec.type) && { ports: spec.ports.map((port) => keepNodePort(port, old)) }),
      },
    };
  },

  validate: ({ spec = {} }) => [
    ...typeProblems(spec),
    ...portsRequired(spec),
    ...(spec.ports ?? []).flatMap((port, index) =>
      portProblems(port, `spec.ports[${index}]`, (spec.ports ?? []).length),
    ),
    ...duplicatePorts(spec.ports ?? []),
  ],

  validateUpdate({ spec = {} }, current) {
    const old = current.spec?.clusterIP;
    const stays = spec.type !== 'ExternalName' && current.spec?.type !== 'ExternalName';
    if (!stays || old === undefined || spec.clusterIP === old) return [];
    return [fieldError.invalid('spec.clusterIPs[0]', [spec.clusterIP], 'may not change once set')];
  },

  allocate: allocateServiceAddresses,
  release: releaseServiceAddresses,
};

function defaultPort(port: ServicePort): ServicePort {
  return { ...port, protocol: port.protocol ?? 'TCP', targetPort: port.targetPort ?? port.port };
}

function keepNodePort(port: ServicePort, old: ServiceSpec): ServicePort {
  if (port.nodePort !== undefined) return port;
  const same = old.ports?.find((candidate) => candidate.port === port.port && candidate.protocol === port.protocol);
  return same?.nodePort === undefined ? port : { ...port, nodePort: same.nodePort };
}

function typeProblems(spec: ServiceSpec): readonly FieldError[] {
  if (spec.type === undefined || !TYPES.includes(spec.type)) {
    return [fieldError.notSupported('spec.type', spec.type ?? '', TYPES)];
  }
  if (spec.type !== 'ExternalName') return [];
  return (spec.externalName ?? '') === '' ? [fieldError.required('spec.externalName')] : [];
}

function portsRequired(spec: ServiceSpec): readonly FieldError[] {
  const optional = spec.type === 'ExternalName' || spec.clusterIP === 'None';
  return optional || (spec.ports?.length ?? 0) > 0 ? [] : [fieldError.required('spec.ports')];
}

function portProblems(port: ServicePort, path: string, count: number): readonly FieldError[] {
  return [
    ...(count > 1 && port.name === undefined ? [fieldError.required(`${path}.name`)] : []),
    ...(isPort(port.port)
      ? []
      : [fieldError.invalid(`${path}.port`, port.port, 'must be between 1 and 65535, inclusive')]),
    ...(PROTOCOLS.includes(port.protocol ?? 'TCP')
      ? []
      : [fieldError.notSupported(`${path}.protocol`, port.protocol, PROTOCOLS)]),
  ];
}

function duplicatePorts(ports: readonly ServicePort[]): readonly FieldError[] {
  const names = new Set<string>();
  const problems: FieldError[] = [];
  for (const [index, { name }] of ports.entries()) {
    if (name === undefined) continue;
    if (names.has(name)) problems.push(fieldError.duplicate(`spec.ports[${index}].name`, name));
    names.add(name);
  }
  return problems;
}
