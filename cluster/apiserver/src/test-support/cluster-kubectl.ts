// kubectl against a whole cluster, with controllers and simulated nodes. For tests.
import {
  type Act,
  ClusterTarget,
  describeKubectl,
  input,
  judge,
  kubectlPrograms,
  type Scenarios,
  shows,
} from '@kubemin/testing/kubectl';

/** Plays scenarios with each kubectl. Each has a namespace named like it; those of one suite share a cluster. */
export function describeClusterKubectl(topic: string, scenarios: Scenarios<ClusterTarget>): void {
  describeKubectl({ topic, programs: kubectlPrograms(), start: () => ClusterTarget.start() }, scenarios);
}

/** What there is to a pod besides its name. */
export interface PodWishes {
  readonly annotations?: Readonly<Record<string, string>>;
  /** Names of containers. @default main */
  readonly containers?: readonly string[];
}

/** Makes a pod, labelled with its name, and waits until it is ready. */
export function runningPod(name: string, wishes: PodWishes = {}): Act {
  return async (shell) => {
    await judge(shell, ['kubectl apply -f -', input(pod(name, wishes)), `pod/${name} created`]);
    await judge(shell, [`kubectl wait --for=condition=Ready pod/${name}`, `pod/${name} condition met`]);
  };
}

/** Makes a pod, and waits until its image could not be pulled. */
export function unpulledPod(name: string): Act {
  return async (shell) => {
    const broken = pod(name, { annotations: { 'kubemin.io/simulate': 'image-pull-error' } });
    await judge(shell, ['kubectl apply -f -', input(broken), `pod/${name} created`]);
    await shows(`kubectl get pod ${name}`, /ErrImagePull|ImagePullBackOff/)(shell);
  };
}

function pod(name: string, { annotations = {}, containers = ['main'] }: PodWishes): unknown {
  const env = [{ name: 'COLOUR', value: 'blue' }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, annotations, labels: { app: name } },
    spec: { containers: containers.map((each) => ({ name: each, image: 'registry.test/app:1', env })) },
  };
}

/** Follows a command that prints what a pod writes; deletes the pod after that many lines. Returns all lines to the end. */
export async function followedUntilGone(
  shell: Parameters<Act>[0],
  { command, pod: name, lines }: { readonly command: string; readonly pod: string; readonly lines: number },
): Promise<readonly string[]> {
  const following = shell.start(command);
  const seen: string[] = [];
  for (let line = await following.line(); line !== undefined; line = await following.line()) {
    seen.push(line);
    if (seen.length === lines) await shell.run(`kubectl delete pod ${name} --now`);
  }
  return seen;
}

/** What a pod needs to write lines with numbers, ten a second. */
export const TALKS = { 'kubemin.io/simulate-logs': 'line {n}', 'kubemin.io/simulate-log-interval': '100ms' };
