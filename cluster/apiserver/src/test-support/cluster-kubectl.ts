// kubectl against a whole cluster, with controllers and simulated nodes. For tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startTestCluster, type TestCluster, temporaryDirectory } from '@kubemin/testing';
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
  readonly cluster: TestCluster;
  readonly program: KubectlProgram;
  /** A directory of one's own. */
  readonly directory: string;
  /** Runs it to its end. */
  run(args: readonly string[], input?: string): Promise<ShellOutcome>;
  /** For what does not end by itself. */
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
  const start = (args: readonly string[]) =>
    spawn(program.path, args, { env: { HOME: directory.path, KUBECONFIG: kubeconfig, PATH: process.env.PATH } });
  const run = async (args: readonly string[], input = ''): Promise<ShellOutcome> => {
    const child = start(args);
    child.stdin.end(input);
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, stdout, stderr };
  };
  return {
    kubectl: { cluster, program, directory: directory.path, run, start },
    close: async () => {
      await cluster.close();
      await directory.remove();
    },
  };
}

function kubeconfigOf({ address }: TestCluster): string {
  if (address === undefined) throw new Error('the cluster is not served');
  return kubeconfigFor(address, 'default');
}
