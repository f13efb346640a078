import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Message } from '@kubemin/base/message';
import type { KubeClient } from '@kubemin/kube';
import type { DataDirectory } from '../../connection/index.ts';
import { nodeMessages } from '../../messages/index.ts';
import { AUTOMATIC_RUNTIMES, NODE_RUNTIME_NAMES, type NodeRuntimeName } from '../../settings/index.ts';
import { CliError, ExitCode, replaceFile } from '../../terminal/index.ts';
import { clusterObjects } from '../stored-files.ts';
import { containerdRuntime, sandboxRuntime } from './machine-runtimes.ts';
import type { Machine, NodeRuntime } from './node-runtime.ts';
import { simulatedRuntime } from './simulated-runtime.ts';

type NodeRuntimes = Readonly<Record<NodeRuntimeName, NodeRuntime>>;

/** The node runtimes there are. */
export const NODE_RUNTIMES: NodeRuntimes = {
  sandbox: sandboxRuntime,
  containerd: containerdRuntime,
  simulated: simulatedRuntime,
};

/** A runtime that works here. */
export interface ChosenRuntime {
  readonly name: NodeRuntimeName;
  readonly runtime: NodeRuntime;
  /** What people should know about it, and why it was chosen. */
  readonly notes: readonly Message[];
}

/**
 * The runtime that was asked for; for `auto` the one that the data directory has, or else the first that works here. It is
 * recorded in the data directory. Throws a CliError when there is none.
 */
export async function chooseNodeRuntime(
  asked: 'auto' | NodeRuntimeName,
  machine: Machine,
  runtimes: NodeRuntimes = NODE_RUNTIMES,
): Promise<ChosenRuntime> {
  const { directory } = machine;
  const kept = await keptRuntime(directory);
  const candidates = asked !== 'auto' ? [asked] : kept === undefined ? AUTOMATIC_RUNTIMES : [kept];
  const missing: Message[] = [];
  for (const name of candidates) {
    const runtime = runtimes[name];
    const found = await runtime.availability(machine);
    if (found.kind === 'missing') {
      missing.push(found.why);
      continue;
    }
    if (name !== kept) await replaceFile(directory.nodeRuntime, `${JSON.stringify({ runtime: name })}\n`, 0o600);
    const because = missing.map((why) => nodeMessages.simulatedBecause({ why }));
    const hint =
      asked === 'auto' && kept === 'simulated' ? [nodeMessages.keptSimulated({ flag: '--runtime sandbox' })] : [];
    return { name, runtime, notes: [...because, ...hint, ...found.notes] };
  }
  throw new CliError(nodeMessages.noRuntime({ reasons: missing }), {
    code: 'RUNTIME_MISSING',
    exitCode: ExitCode.failed,
    hint: nodeMessages.useSimulated,
  });
}

/** Removes what nodes of other runtimes have left in a data directory and its cluster. */
export async function retireOthers(chosen: NodeRuntimeName, machine: Machine, client: KubeClient): Promise<void> {
  // Runtimes that share a node replace it themselves.
  const retiring = new Set(NODE_RUNTIME_NAMES.map((name) => NODE_RUNTIMES[name].retire));
  retiring.delete(NODE_RUNTIMES[chosen].retire);
  for (const retire of retiring) await retire?.(machine, client);
}

/** The runtime that the nodes of a data directory have; those of earlier versions are simulated. */
async function keptRuntime(directory: DataDirectory): Promise<NodeRuntimeName | undefined> {
  const text = await readFile(directory.nodeRuntime, 'utf8').catch(() => '');
  const kept = NODE_RUNTIME_NAMES.find((name) => text.includes(`"${name}"`));
  return kept ?? (existsSync(clusterObjects(directory)) ? 'simulated' : undefined);
}
