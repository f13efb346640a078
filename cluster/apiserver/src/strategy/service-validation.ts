import { fieldError } from '@kubemin/kubeapi';
import type { ServicePort, ServiceSpec } from '@kubemin/kubeapi/types/core.v1';
import { cidr, ipAddress } from './addresses.ts';
import { each, labels, named, oneOf, type Problems, portNumber, required, unique } from './field-checks.ts';
import { portReference } from './port-names.ts';
import { isExternal } from './service-addresses.ts';

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const TRAFFIC_POLICIES = ['Cluster', 'Local'];
const FAMILIES = ['IPv4', 'IPv6'];
const TRAFFIC_DISTRIBUTIONS = ['PreferClose', 'PreferSameNode', 'PreferSameZone'];
const FAMILY_POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
const MAX_AFFINITY_SECONDS = 86_400;
const NONE = 'None';

/** What is wrong with a service, whatever it was before. */
export function validateService(spec: ServiceSpec): Problems {
  return [
    ...portProblems(spec),
    ...labels('spec.selector', spec.selector),
    ...addressProblems(spec),
    ...oneOf('spec.type', spec.type, TYPES),
    ...externalNameProblems(spec),
    ...affinityProblems(spec),
    ...balancerProblems(spec),
    ...trafficProblems(spec),
  ];
}

function portProblems(spec: ServiceSpec): Problems {
  const { ports = [], type } = spec;
  const optional = type === 'ExternalName' || spec.clusterIP === NONE;
  if (ports.length === 0) return optional ? [] : [fieldError.required('spec.ports')];
  const pairs = new Set<string>();
  return [
    ...each(ports, 'spec.ports', (port, at) => {
      const pair = `${port.protocol}/${port.port}`;
      const twice = pairs.has(pair);
      pairs.add(pair);
      return [
        ...onePort(port, at, ports.length),
        ...(port.nodePort !== undefined && !isExternal(type)
          ? [fieldError.forbidden(`${at}.nodePort`, `may not be used when \`type\` is '${type}'`)]
          : []),
        ...(twice ? [fieldError.duplicate(at, { protocol: port.protocol, port: port.port })] : []),
      ];
    }),
    ...unique(
      ports,
      (index) => `spec.ports[${index}].name`,
      ({ name }) => name,
    ),
    ...unique(
      ports,
      (index) => `spec.ports[${index}].nodePort`,
      ({ nodePort, protocol }) => (nodePort === undefined ? undefined : `${protocol}/${nodePort}`),
    ),
  ];
}

function onePort(port: ServicePort, path: string, count: number): Problems {
  return [
    ...(count > 1 ? required(`${path}.name`, port.name) : []),
    ...named(`${path}.name`, port.name, 'dns1123Label'),
    ...portNumber(`${path}.port`, port.port),
    ...oneOf(`${path}.protocol`, port.protocol, PROTOCOLS),
    ...portReference(`${path}.targetPort`, port.targetPort),
    ...named(`${path}.appProtocol`, port.appProtocol, 'qualifiedName'),
  ];
}

function addressProblems(spec: ServiceSpec): Problems {
  const { clusterIP, clusterIPs = [], ipFamilies = [], type = '' } = spec;
  const headless = clusterIP === NONE || clusterIPs[0] === NONE;
  return [
    ...(headless && isExternal(type)
      ? [fieldError.invalid('spec.clusterIPs[0]', NONE, `may not be set to 'None' for ${type} services`)]
      : []),
    ...(clusterIP !== undefined && clusterIPs.length > 0 && clusterIPs[0] !== clusterIP
      ? [fieldError.invalid('spec.clusterIPs', clusterIPs, 'first value must match `clusterIP`')]
      : []),
    ...each(ipFamilies, 'spec.ipFamilies', (family, at) => oneOf(at, family, FAMILIES)),
    ...unique(
      ipFamilies,
      (index) => `spec.ipFamilies[${index}]`,
      (family) => family,
    ),
    ...oneOf('spec.ipFamilyPolicy', spec.ipFamilyPolicy, FAMILY_POLICIES),
    ...oneOf('spec.trafficDistribution', spec.trafficDistribution, TRAFFIC_DISTRIBUTIONS),
    ...(hasEndpointsOfPods(spec, headless) ? familyProblems(spec) : []),
    ...each(spec.externalIPs, 'spec.externalIPs', (ip, at) => ipAddress(at, ip)),
  ];
}

/** Others may have addresses of every family: what a user enters in their EndpointSlices. */
function hasEndpointsOfPods({ type, selector = {} }: ServiceSpec, headless: boolean): boolean {
  return type !== 'ExternalName' && (!headless || Object.keys(selector).length > 0);
}

/** Pods and services have addresses of IPv4 alone. */
function familyProblems({ ipFamilies, ipFamilyPolicy }: ServiceSpec): Problems {
  const reason = 'this cluster is not configured for dual-stack services';
  return [
    ...(ipFamilyPolicy === 'RequireDualStack'
      ? [fieldError.invalid('spec.ipFamilyPolicy', ipFamilyPolicy, reason)]
      : []),
    ...each(ipFamilies, 'spec.ipFamilies', (family, at) =>
      family === 'IPv6' ? [fieldError.invalid(at, family, 'not configured on this cluster')] : [],
    ),
  ];
}

function externalNameProblems(spec: ServiceSpec): Problems {
  if (spec.type !== 'ExternalName') return [];
  const { externalName = '', clusterIP = '', clusterIPs = [] } = spec;
  return [
    ...(clusterIP !== '' || clusterIPs.length > 0
      ? [fieldError.forbidden('spec.clusterIPs', 'may not be set for ExternalName services')]
      : []),
    ...required('spec.externalName', externalName),
    ...named('spec.externalName', externalName.replace(/\.$/, ''), 'dns1123Subdomain'),
  ];
}

function affinityProblems({ sessionAffinity, sessionAffinityConfig: config }: ServiceSpec): Problems {
  const seconds = config?.clientIP?.timeoutSeconds;
  const path = 'spec.sessionAffinityConfig';
  return [
    ...oneOf('spec.sessionAffinity', sessionAffinity, ['ClientIP', NONE]),
    ...(sessionAffinity === NONE && config !== undefined
      ? [fieldError.forbidden(path, 'must not be set when session affinity is None')]
      : []),
    ...(seconds !== undefined && (seconds <= 0 || seconds > MAX_AFFINITY_SECONDS)
      ? [
          fieldError.invalid(
            `${path}.clientIP.timeoutSeconds`,
            seconds,
            `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`,
          ),
        ]
      : []),
  ];
}

/** Some things only a load balancer can do. */
function balancerProblems(spec: ServiceSpec): Problems {
  const only = ['loadBalancerSourceRanges', 'allocateLoadBalancerNodePorts', 'loadBalancerClass'] as const;
  return [
    ...(spec.type === 'LoadBalancer'
      ? []
      : only
          .filter((field) => spec[field] !== undefined)
          .map((field) => fieldError.forbidden(`spec.${field}`, "may only be used when `type` is 'LoadBalancer'"))),
    ...each(spec.loadBalancerSourceRanges, 'spec.loadBalancerSourceRanges', (range, at) => cidr(at, range.trim())),
    ...named('spec.loadBalancerClass', spec.loadBalancerClass, 'qualifiedName'),
  ];
}

function trafficProblems(spec: ServiceSpec): Problems {
  const { externalTrafficPolicy: policy, healthCheckNodePort: health } = spec;
  const outside = isExternal(spec.type);
  return [
    ...oneOf('spec.internalTrafficPolicy', spec.internalTrafficPolicy, TRAFFIC_POLICIES),
    ...(outside
      ? oneOf('spec.externalTrafficPolicy', policy, TRAFFIC_POLICIES)
      : policy === undefined
        ? []
        : [
            fieldError.invalid(
              'spec.externalTrafficPolicy',
              policy,
              'may only be set for externally-accessible services',
            ),
          ]),
    ...(health !== undefined && !(spec.type === 'LoadBalancer' && policy === 'Local')
      ? [
          fieldError.invalid(
            'spec.healthCheckNodePort',
            health,
            "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
          ),
        ]
      : []),
  ];
}
