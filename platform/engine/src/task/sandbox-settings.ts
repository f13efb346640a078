/** How jobs that run users' code are kept apart from everything else. */
export interface SandboxSettings {
  /** Where they run; `{namespace}` stands for the namespace of their application. Never that namespace itself. */
  readonly namespace: string;
  /** What all of them in one such namespace may use, as the `hard` of a ResourceQuota. */
  readonly quota: Readonly<Record<string, string>>;
  /** Resources of a container that states none. */
  readonly defaults: { readonly cpu: string; readonly memory: string };
  /** The user that containers run as by default; never root. */
  readonly runAsUser: number;
  /** What the cluster calls graphics cards when they are counted, and when their memory is. */
  readonly gpu: { readonly count: string; readonly memory: string };
  /** How much of the end of a log is kept. */
  readonly logBytes: number;
}

/** A quota in which requests and limits are one, and that lets nothing out but pods. */
export function sandboxQuota(most: {
  readonly pods: number;
  readonly cpu: string;
  readonly memory: string;
}): SandboxSettings['quota'] {
  return {
    pods: String(most.pods),
    'requests.cpu': most.cpu,
    'limits.cpu': most.cpu,
    'requests.memory': most.memory,
    'limits.memory': most.memory,
    persistentvolumeclaims: '0',
    services: '0',
  };
}

/** Fit for a small cluster. */
export const DEFAULT_SANDBOX_SETTINGS: SandboxSettings = {
  namespace: '{namespace}-jobs',
  quota: sandboxQuota({ pods: 50, cpu: '16', memory: '64Gi' }),
  defaults: { cpu: '500m', memory: '512Mi' },
  runAsUser: 1000,
  gpu: { count: 'nvidia.com/gpu', memory: 'kubemin.io/gpu-memory' },
  logBytes: 262_144,
};
