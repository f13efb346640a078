import type { Demand } from './demand.ts';

/** Something that happened in the cluster and may help a pod that waits. */
export type ClusterEvent =
  /** A node came, or changed in what matters to placement. */
  | { readonly kind: 'node'; readonly node: string }
  | { readonly kind: 'node-gone'; readonly node: string }
  /** A pod took its place on a node, or changed there. */
  | { readonly kind: 'pod-placed'; readonly node: string; readonly demand: Demand }
  /** A pod left its node, or will not come although room was kept for it. */
  | { readonly kind: 'pod-left'; readonly node: string; readonly demand: Demand }
  /** A claim or its volume changed, or without a claim: a free volume or a storage class, which may concern any claim. */
  | { readonly kind: 'storage'; readonly claim?: string; readonly isNew?: boolean }
  /** A claim for devices changed. */
  | { readonly kind: 'resource-claim'; readonly claim: string }
  | { readonly kind: 'namespace' };
