/** The ways of choosing among the nodes a pod can go to, by name: the first is the usual one. */
export const POLICY_NAMES = [
  'default',
  'round-robin',
  'random',
  'least-pod',
  'least-mem',
  'least-cpu',
  'least-disk',
] as const;

/** One of them. */
export type PolicyName = (typeof POLICY_NAMES)[number];

/** Other names people know policies by. */
export const POLICY_ALIASES: Readonly<Record<string, PolicyName>> = {
  Poll: 'round-robin',
  RoundRobin: 'round-robin',
  Random: 'random',
  LeastPod: 'least-pod',
  LeastUsed: 'least-mem',
  LeastMem: 'least-mem',
  LeastCpu: 'least-cpu',
  LeastDisk: 'least-disk',
};
