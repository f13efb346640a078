import { createHash } from 'node:crypto';
import type { NetworkPolicy, NetworkPolicyPeer } from '@kubemin/kubeapi/types/networking.v1';
import { MANAGED_BY, SANDBOX_LABEL } from '../task/index.ts';

/** Somewhere a job may connect to: its application, the world outside, or a range of addresses. */
export interface EgressRule {
  /** `application`, `internet` or a CIDR. */
  readonly to: string;
  /** All when left out. */
  readonly ports?: readonly number[] | undefined;
}

/** Networks without public addresses: "internet" excludes the cluster and the company network. */
const PRIVATE = ['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'];

/** A policy that lets pods with its label out. The same rules give the same policy, so jobs share it. Pure. */
export function egressPolicy(
  rules: readonly EgressRule[],
  at: { readonly namespace: string; readonly application: string },
): { readonly label: string; readonly policy: NetworkPolicy } | undefined {
  if (rules.length === 0) return undefined;
  const egress = rules.map(({ to, ports = [] }) => ({
    to: [peer(to, at.application)],
    ...(ports.length > 0 && { ports: ports.map((port) => ({ protocol: 'TCP', port })) }),
  }));
  const label = createHash('sha256').update(JSON.stringify(egress)).digest('hex').slice(0, 16);
  const metadata = {
    name: `kubemin-egress-${label}`,
    namespace: at.namespace,
    labels: { [SANDBOX_LABEL.managedBy]: MANAGED_BY, [SANDBOX_LABEL.of]: at.application },
  };
  const podSelector = { matchLabels: { [SANDBOX_LABEL.egress]: label } };
  return {
    label,
    policy: {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata,
      spec: { podSelector, policyTypes: ['Egress'], egress },
    },
  };
}

function peer(to: string, application: string): NetworkPolicyPeer {
  if (to === 'application') {
    return { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': application } } };
  }
  if (to === 'internet') return { ipBlock: { cidr: '0.0.0.0/0', except: PRIVATE } };
  return { ipBlock: { cidr: to } };
}
