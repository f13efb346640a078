import type { ServicePort, ServiceSpec } from '@kubemin/kubeapi/types/core.v1';
import { isExternal } from './service-addresses.ts';

/**
 * The new state, completed from the old one: who sends a service back without its address or node ports means to keep
 * them, and who changes its type need not clear what only the old type had.
 */
export function carryOverFields(spec: ServiceSpec, old: ServiceSpec): ServiceSpec {
  return withoutStaleFields(withKeptFields(spec, old), old);
}

function withKeptFields(spec: ServiceSpec, old: ServiceSpec): ServiceSpec {
  if (spec.type === 'ExternalName' || old.type === 'ExternalName') return spec;
  const keepIp = spec.clusterIP === undefined && old.clusterIP !== undefined;
  const keepHealth = spec.healthCheckNodePort === undefined && old.healthCheckNodePort !== undefined;
  return {
    ...spec,
    ...(keepIp && { clusterIP: old.clusterIP, ...(old.clusterIPs && { clusterIPs: old.clusterIPs }) }),
    ...(spec.ports && isExternal(spec.type) && { ports: spec.ports.map((port) => keepNodePort(port, old)) }),
    ...(keepHealth && needsHealthPort(spec) && { healthCheckNodePort: old.healthCheckNodePort }),
  };
}

/** Whether a load balancer asks each node if it has pods of the service. */
export function needsHealthPort(spec: ServiceSpec): boolean {
  return spec.type === 'LoadBalancer' && spec.externalTrafficPolicy === 'Local';
}

function keepNodePort(port: ServicePort, old: ServiceSpec): ServicePort {
  if (port.nodePort !== undefined) return port;
  const same = old.ports?.find((candidate) => candidate.port === port.port && candidate.protocol === port.protocol);
  return same?.nodePort === undefined ? port : { ...port, nodePort: same.nodePort };
}

/** Drops only fields with their old value: a new value that does not fit the type is an error. */
function withoutStaleFields(spec: ServiceSpec, old: ServiceSpec): ServiceSpec {
  const fields = Object.entries(spec).filter(([field, value]) => !isStale(field, value, spec, old));
  const kept: ServiceSpec = Object.fromEntries(fields);
  if (isExternal(spec.type) || !isExternal(old.type) || kept.ports === undefined) return kept;
  const held = new Set(old.ports?.map(({ nodePort }) => nodePort));
  const ports = kept.ports.map((port) => {
    const { nodePort, ...rest } = port;
    return held.has(nodePort) ? rest : port;
  });
  return { ...kept, ports };
}

const EXTERNAL_NAME_LACKS = ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy'];
const BALANCER_HAS = ['allocateLoadBalancerNodePorts', 'loadBalancerClass'];

function isStale(field: string, value: unknown, spec: ServiceSpec, old: ServiceSpec): boolean {
  const before = Object.entries(old).find(([name]) => name === field)?.[1];
  if (JSON.stringify(value) !== JSON.stringify(before)) return false;
  if (EXTERNAL_NAME_LACKS.includes(field)) return spec.type === 'ExternalName';
  if (BALANCER_HAS.includes(field)) return spec.type !== 'LoadBalancer';
  if (field === 'externalTrafficPolicy') return !isExternal(spec.type);
  return field === 'healthCheckNodePort' && !needsHealthPort(spec);
}
