import { defineResource, type KubeObject, type ResourceInfo } from '../object/index.ts';

/** Amounts by resource: `{ cpu: '250m', memory: '64Mi' }`. */
export type ResourceUsage = Readonly<Record<string, string>>;

/** What a node uses. */
export interface NodeMetrics extends KubeObject {
  readonly timestamp?: string;
  readonly window?: string;
  readonly usage?: ResourceUsage;
}

/** What the containers of a pod use; those that were not measured yet are not there. */
export interface PodMetrics extends KubeObject {
  readonly timestamp?: string;
  readonly window?: string;
  readonly containers?: readonly { readonly name: string; readonly usage?: ResourceUsage }[];
}

const COMMON = {
  group: 'metrics.k8s.io',
  version: 'v1beta1',
  singular: '',
  shortNames: [],
  categories: [],
  verbs: ['get', 'list'],
  subresources: [],
} satisfies Partial<ResourceInfo>;

/** The metrics API, which not every cluster serves. */
export const metricsApi = {
  nodes: defineResource<NodeMetrics>({ ...COMMON, plural: 'nodes', kind: 'NodeMetrics', namespaced: false }),
  pods: defineResource<PodMetrics>({ ...COMMON, plural: 'pods', kind: 'PodMetrics', namespaced: true }),
};
