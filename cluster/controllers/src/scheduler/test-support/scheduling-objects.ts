import { systemClock } from '@kubemin/base';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ResourceClaim } from '@kubemin/kubeapi/types/resource.v1';
import { ClusterView, type ClusterViewOptions } from '../cluster-view.ts';
import { defaultProfile } from '../default-profile.ts';
import { podDemand } from '../demand.ts';
import { NominatedPods } from '../nominated-pods.ts';
import { type Placement, PlacementRound } from '../placement.ts';
import type { SchedulerProfile } from '../plugin.ts';

/** What a test wants of its nodes. */
export interface NodeWishes {
  readonly allocatable?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly spec?: Node['spec'];
}

/** A ready node of 2 CPUs, 4 GiB and 10 pods, unless overridden. */
export function node(name: string, { allocatable = {}, labels = {}, spec = {} }: NodeWishes = {}): Node {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
    spec,
    status: {
      allocatable: { cpu: '2', memory: '4Gi', pods: '10', ...allocatable },
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  };
}

/** What a test wants of its pods. */
export interface PodWishes {
  readonly requests?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly spec?: Partial<NonNullable<Pod['spec']>>;
  readonly metadata?: Partial<Pod['metadata']>;
  readonly status?: Pod['status'];
}

/** A pod of one container in the namespace `ns`. */
export function pod(name: string, { requests = {}, labels = {}, spec = {}, metadata, status }: PodWishes = {}): Pod {
  const containers = [{ name: 'c', resources: { requests } }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'ns', name, uid: `uid-${name}`, labels, ...metadata },
    spec: { containers, ...spec },
    ...(status && { status }),
  };
}

/** A view of these nodes, without pods. */
export function clusterView(
  nodes: readonly Node[],
  { clock = systemClock, ...others }: Partial<ClusterViewOptions> = {},
): ClusterView {
  const view = new ClusterView({ clock, ...others });
  for (const object of nodes) view.observeNode({ type: 'added', key: object.metadata.name ?? '', object });
  return view;
}

/** Has the view learn of a pod that is bound to the node. */
export function bound(view: ClusterView, object: Pod, nodeName: string): void {
  const there = { ...object, spec: { containers: [], ...object.spec, nodeName } };
  view.observePod({ type: 'added', key: `${object.metadata.namespace}/${object.metadata.name}`, object: there });
}

/** Decides about one pod in a round of its own. */
export function place(
  view: ClusterView,
  object: Pod,
  {
    profile = defaultProfile,
    start = 0,
    nominated = new NominatedPods(),
  }: {
    readonly profile?: SchedulerProfile;
    readonly start?: number;
    readonly nominated?: NominatedPods;
  } = {},
): Placement {
  return new PlacementRound({ profile, view, nominated, start }).place(podDemand(object));
}

/** The node that the pod would get, or the message why it gets none. */
export function placed(view: ClusterView, object: Pod): string {
  const placement = place(view, object);
  return placement.kind === 'node' ? placement.name : placement.message;
}

/** The label of nodes that the affinity and spread of these pods go by. */
export const ZONE = 'zone';

/** A required anti-affinity to the pods of an app, in namespaces of the team if one is named, in the same zone. */
export function apart(app: string, team?: string) {
  return { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [zoneTerm(app, team)] } };
}

/** A required affinity likewise. */
export function near(app: string, team?: string) {
  return { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [zoneTerm(app, team)] } };
}

function zoneTerm(app: string, team: string | undefined) {
  const namespaceSelector = team === undefined ? {} : { matchLabels: { team } };
  return { topologyKey: ZONE, labelSelector: { matchLabels: { app } }, namespaceSelector };
}

/** Part of a pod that takes port 80 of its node. */
export const takingPort = { containers: [{ name: 'c', ports: [{ containerPort: 80, hostPort: 80 }] }] };

/** Part of a pod that mounts the claim `data`. */
export const mountingData = { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] };

/** Part of a pod that claims the device `gpu`. */
export const claimingDevice = { resourceClaims: [{ name: 'device', resourceClaimName: 'gpu' }] };

/** The claim `gpu`, allocated in a zone if one is named. */
export function deviceClaim(zone?: string): ResourceClaim {
  const nodeSelector = {
    nodeSelectorTerms: [{ matchExpressions: [{ key: ZONE, operator: 'In', values: [zone ?? ''] }] }],
  };
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: { namespace: 'ns', name: 'gpu' },
    spec: {},
    ...(zone && { status: { allocation: { nodeSelector } } }),
  };
}
