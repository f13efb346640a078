import { fieldError } from '@kubemin/kubeapi';
import type {
  IPBlock,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  NetworkPolicySpec,
} from '@kubemin/kubeapi/types/networking.v1';
import { cidr, isStrictSubset, parseCidr } from './addresses.ts';
import { each, oneOf, type Problems, portNumber } from './field-checks.ts';
import { validateLabelSelector } from './label-selectors.ts';
import { portReference } from './port-names.ts';
import type { Strategy } from './strategy.ts';

const PROTOCOLS = ['TCP', 'UDP', 'SCTP'];
const TYPES = ['Ingress', 'Egress'];

/** Network policies: absent policy types are derived from the rules. */
export const networkPolicyStrategy: Strategy<NetworkPolicy> = {
  defaults(policy) {
    const { spec = {} } = policy;
    const ports = <R extends { readonly ports?: readonly NetworkPolicyPort[] }>(rule: R): R => ({
      ...rule,
      ...(rule.ports && { ports: rule.ports.map((port) => ({ ...port, protocol: port.protocol ?? 'TCP' })) }),
    });
    return {
      ...policy,
      spec: {
        ...spec,
        podSelector: spec.podSelector ?? {},
        ...(spec.ingress && { ingress: spec.ingress.map(ports) }),
        ...(spec.egress && { egress: spec.egress.map(ports) }),
        policyTypes: spec.policyTypes ?? (spec.egress === undefined ? ['Ingress'] : TYPES),
      },
    };
  },
  validate: ({ spec = {} }) => [
    ...validateLabelSelector('spec.podSelector', spec.podSelector),
    ...ruleProblems(spec),
    ...typeProblems(spec.policyTypes ?? []),
  ],
};

function ruleProblems(spec: NetworkPolicySpec): Problems {
  return [
    ...each(spec.ingress, 'spec.ingress', ({ from, ports }, at) => [
      ...each(ports, `${at}.ports`, portProblems),
      ...each(from, `${at}.from`, peerProblems),
    ]),
    ...each(spec.egress, 'spec.egress', ({ to, ports }, at) => [
      ...each(ports, `${at}.ports`, portProblems),
      ...each(to, `${at}.to`, peerProblems),
    ]),
  ];
}

function typeProblems(types: readonly string[]): Problems {
  if (types.length > TYPES.length) {
    return [fieldError.invalid('spec.policyTypes', types, 'may not specify more than two policyTypes')];
  }
  return each(types, 'spec.policyTypes', (type, at) => oneOf(at, type, TYPES));
}

function portProblems({ protocol, port, endPort }: NetworkPolicyPort, path: string): Problems {
  return [
    ...oneOf(`${path}.protocol`, protocol, PROTOCOLS),
    ...portReference(`${path}.port`, port),
    ...(endPort === undefined ? [] : endProblems(endPort, port, `${path}.endPort`)),
  ];
}

function endProblems(end: number, port: number | string | undefined, path: string): Problems {
  if (port === undefined) return [fieldError.invalid(path, end, 'may not be specified when `port` is not specified')];
  if (typeof port === 'string') {
    return [fieldError.invalid(path, end, 'may not be specified when `port` is non-numeric')];
  }
  return [
    ...(end < port ? [fieldError.invalid(path, end, 'must be greater than or equal to `port`')] : []),
    ...portNumber(path, end),
  ];
}

function peerProblems({ ipBlock, namespaceSelector, podSelector }: NetworkPolicyPeer, path: string): Problems {
  const selected = podSelector !== undefined || namespaceSelector !== undefined;
  return [
    ...validateLabelSelector(`${path}.podSelector`, podSelector),
    ...validateLabelSelector(`${path}.namespaceSelector`, namespaceSelector),
    ...(ipBlock === undefined ? [] : blockProblems(ipBlock, `${path}.ipBlock`)),
    ...(!selected && ipBlock === undefined ? [fieldError.required(path, 'must specify a peer')] : []),
    ...(selected && ipBlock !== undefined
      ? [fieldError.forbidden(path, 'may not specify both ipBlock and another peer')]
      : []),
  ];
}

function blockProblems({ cidr: text, except }: IPBlock, path: string): Problems {
  if (text === '') return [fieldError.required(`${path}.cidr`)];
  const outer = parseCidr(text);
  if (outer === undefined) return cidr(`${path}.cidr`, text);
  return each(except, `${path}.except`, (hole, at) => {
    const inner = parseCidr(hole);
    if (inner === undefined) return cidr(at, hole);
    return isStrictSubset(inner, outer) ? [] : [fieldError.invalid(at, hole, 'must be a strict subset of `cidr`')];
  });
}
