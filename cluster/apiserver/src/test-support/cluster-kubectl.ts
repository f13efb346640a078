// kubectl against a whole cluster, with controllers and simulated nodes. For tests.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually, startTestCluster, type TestCluster, temporaryDirectory } from '@kubemin/testing';
import {
  type KubectlProgram,
  kubeconfigFor,
  kubectlPrograms,
  OLDEST_MINOR,
  type ShellOutcome,
} from '@kubemin/testing/kubectl';
import { afterAll, beforeAll, describe, it } from 'vitest';

/** A kubectl at home in the namespace `default` of a cluster. */
export interface ClusterKubectl {
  /** Runs it to its end. */
  run(args: readonly string[], input?: string): Promise<ShellOutcome>;
  /** Applies an object. */
  apply(object: unknown): Promise<void>;
  /** Waits until a pod is ready. */
  ready(pod: string): Promise<void>;
  /** Waits until the image of a pod's first container could not be pulled. */
  unpulled(pod: string): Promise<void>;
  /** For what does not end by itself; ends with the cluster at the latest. */
  start(args: readonly string[]): ReturnType<typeof spawn>;
}

/** Plays with each kubectl there is, all on one cluster. */
export function describeClusterKubectl(topic: string, tests: (kubectl: () => ClusterKubectl) => void): void {
  const programs = kubectlPrograms();
  if (programs.length === 0) {
    it.skip(`kubectl ${topic} (skipped: there is no kubectl from 1.${OLDEST_MINOR} on PATH)`);
  }
  describe.each(programs)(`kubectl 1.$minor ${topic}`, (program) => {
    let opened: { readonly kubectl: ClusterKubectl; close(): Promise<void> };
    beforeAll(async () => {
      opened = await open(program);
    });
    afterAll(() => opened.close());
    tests(() => opened.kubectl);
  });
}

async function open(program: KubectlProgram) {
  const directory = await temporaryDirectory();
  const cluster = await startTestCluster({ transport: 'http' });
  const kubeconfig = join(directory.path, 'kubeconfig');
  await writeFile(kubeconfig, kubeconfigOf(cluster));
  const env = { HOME: directory.path, KUBECONFIG: kubeconfig, PATH: process.env.PATH };
  const children: ChildProcess[] = [];
  const start = (args: readonly string[]) => {
    const child = spawn(program.path, args, { env });
    children.push(child);
    return child;
  };
  const run = async (args: readonly string[], input = ''): Promise<ShellOutcome> => {
    const child = start(args);
    child.stdin.end(input);
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, stdout, stderr };
  };
  const field = async (pod: string, path: string) => (await run(['get', 'pod', pod, '-o', `jsonpath=${path}`])).stdout;
  const kubectl: ClusterKubectl = {
    run,
    start,
    apply: async (object) => {
      const { code, stderr } = await run(['apply', '-f', '-'], JSON.stringify(object));
      if (code !== 0) throw new Error(`kubectl could not apply: ${stderr}`);
    },
    ready: async (pod) => {
      const path = '{.status.conditions[?(@.type=="Ready")].status}';
      await eventually(() => field(pod, path), { until: (status) => status === 'True' });
    },
    unpulled: async (pod) => {
      const path = '{.status.containerStatuses[0].state.waiting.reason}';
      await eventually(() => field(pod, path), { until: (reason) => /^(ErrImagePull|ImagePullBackOff)$/.test(reason) });
    },
  };
  return {
    kubectl,
    close: async () => {
      for (const child of children) child.kill();
      await cluster.close();
      await directory.remove();
    },
  };
}

function kubeconfigOf({ address }: TestCluster): string {
  if (address === undefined) throw new Error('the cluster is not served');
  return kubeconfigFor(address, 'default');
}
