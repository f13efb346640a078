/**
 * The settings of a node, with the names and values of the KubeletConfiguration of Kubernetes
 * (`kubelet.config.k8s.io/v1beta1`), as far as this node has what they are about. Durations are texts such as `1m30s`,
 * amounts are quantities, as in its files.
 */
export interface KubeletConfiguration {
  /** Directory of the manifests of static pods; below the directory of the node when it is relative, none when empty. */
  readonly staticPodPath: string;
  readonly maxPods: number;
  /** Thresholds by signal, as amounts or percentages: pods are evicted at once. */
  readonly evictionHard: Thresholds;
  /** Thresholds by signal: pods are evicted when one was passed for its grace period. */
  readonly evictionSoft: Thresholds;
  readonly evictionSoftGracePeriod: Thresholds;
  /** How much more than its threshold is freed, by signal. */
  readonly evictionMinimumReclaim: Thresholds;
  /** How long a condition of pressure stays after the last threshold was passed. */
  readonly evictionPressureTransitionPeriod: string;
  /** How many seconds pods have to end at a soft threshold, at most. */
  readonly evictionMaxPodGracePeriod: number;
  /** Images are removed when their disk is fuller than this; 100 never. */
  readonly imageGCHighThresholdPercent: number;
  /** Images are removed until their disk is as full as this. */
  readonly imageGCLowThresholdPercent: number;
  /** Younger images stay. */
  readonly imageMinimumGCAge: string;
  /** Images that were not used for this long are removed; `0s` never. */
  readonly imageMaximumGCAge: string;
  readonly containerLogMaxSize: string;
  /** How long pods have to end when the node is stopped; with `0s` they are stopped without being reported as failed. */
  readonly shutdownGracePeriod: string;
  /** The last part of it, which critical pods have. */
  readonly shutdownGracePeriodCriticalPods: string;
  /** Instead of the two before: pods of each priority, and those above it, have these seconds, the lowest first. */
  readonly shutdownGracePeriodByPodPriority: readonly ShutdownPeriod[];
  /** Kernel settings of pods beside the safe ones: names, or beginnings of names with `*` behind them. */
  readonly allowedUnsafeSysctls: readonly string[];
  /** Not for pods, by resource. */
  readonly systemReserved: Thresholds;
  readonly kubeReserved: Thresholds;
}

export type Thresholds = Readonly<Record<string, string>>;

export interface ShutdownPeriod {
  readonly priority: number;
  readonly shutdownGracePeriodSeconds: number;
}

/** As Kubernetes has them. */
export const KUBERNETES_DEFAULTS: KubeletConfiguration = {
  staticPodPath: '',
  maxPods: 110,
  evictionHard: {
    'memory.available': '100Mi',
    'nodefs.available': '10%',
    'nodefs.inodesFree': '5%',
    'imagefs.available': '15%',
    'imagefs.inodesFree': '5%',
  },
  evictionSoft: {},
  evictionSoftGracePeriod: {},
  evictionMinimumReclaim: {},
  evictionPressureTransitionPeriod: '5m0s',
  evictionMaxPodGracePeriod: 0,
  imageGCHighThresholdPercent: 85,
  imageGCLowThresholdPercent: 80,
  imageMinimumGCAge: '2m0s',
  imageMaximumGCAge: '0s',
  containerLogMaxSize: '10Mi',
  shutdownGracePeriod: '0s',
  shutdownGracePeriodCriticalPods: '0s',
  shutdownGracePeriodByPodPriority: [],
  allowedUnsafeSysctls: [],
  systemReserved: {},
  kubeReserved: {},
};

/**
 * Of a node on the machine of a developer, where a disk that is 90 % full is usual: other users of the disk need no room
 * that is kept free for them, and images stay until room is needed.
 */
export const MACHINE_DEFAULTS: KubeletConfiguration = {
  ...KUBERNETES_DEFAULTS,
  staticPodPath: 'manifests',
  evictionHard: {
    'memory.available': '100Mi',
    'nodefs.available': '500Mi',
    'nodefs.inodesFree': '1%',
    'imagefs.available': '500Mi',
    'imagefs.inodesFree': '1%',
  },
  imageGCHighThresholdPercent: 100,
};
