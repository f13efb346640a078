/** How patient a cluster is with its nodes. */
export interface NodeLifecycleTimes {
  /** How long a node may be silent before its state is unknown. @default 40 s */
  readonly graceMs: number;
  /** The same for a node that has never reported. @default 60 s */
  readonly startupGraceMs: number;
  /** How often silence is looked for. @default 5 s */
  readonly monitorMs: number;
  /** How many nodes of a zone may begin to lose their pods each second. @default 0.1 */
  readonly evictionsPerSecond: number;
  /** The same in a large zone of which much is down. @default 0.01 */
  readonly secondaryPerSecond: number;
  /** The part of a zone's nodes that is much. @default 0.55 */
  readonly unhealthyZoneThreshold: number;
  /** A zone of more nodes is large; a smaller one of which much is down keeps its pods. @default 50 */
  readonly largeCluster: number;
}

/** As patient as Kubernetes is. */
export const NODE_LIFECYCLE_TIMES: NodeLifecycleTimes = {
  graceMs: 40_000,
  startupGraceMs: 60_000,
  monitorMs: 5_000,
  evictionsPerSecond: 0.1,
  secondaryPerSecond: 0.01,
  unhealthyZoneThreshold: 0.55,
  largeCluster: 50,
};
