/** How large a cluster is, and what it is given to do. */
export interface ClusterSize {
  readonly nodes: number;
  readonly deployments: number;
  /** Of each Deployment. */
  readonly replicas: number;
}

/** Settings of a child that is a whole cluster. */
export interface ClusterSettings extends ClusterSize {
  /** Where the API server keeps its objects. */
  readonly directory: string;
  /** Where profiles of each phase go; without it none are made. */
  readonly profiles?: string;
}

/** Settings of the child that measures the life of pods. */
export interface LifeSettings extends ClusterSettings {
  /** For how long the cluster is watched when nothing is asked of it. */
  readonly idleMs: number;
}
