import { CliError } from '../cli-error.ts';
import { ExitCode } from '../exit-code.ts';
import type { NodeRuntime } from './node-runtime.ts';
import { NODE_RUNTIME_NAMES, type NodeRuntimeName } from './node-runtime-name.ts';
import { simulatedRuntime } from './simulated-runtime.ts';

/** The node runtimes there are. */
export const NODE_RUNTIMES: Readonly<Record<NodeRuntimeName, NodeRuntime>> = { simulated: simulatedRuntime };

/** A runtime that works here. */
export interface ChosenRuntime {
  readonly name: NodeRuntimeName;
  readonly runtime: NodeRuntime;
}

/** The runtime that was asked for, or the first that works here. Throws a CliError when there is none. */
export async function chooseNodeRuntime(
  asked: 'auto' | NodeRuntimeName,
  runtimes: Readonly<Record<NodeRuntimeName, NodeRuntime>> = NODE_RUNTIMES,
): Promise<ChosenRuntime> {
  const candidates = asked === 'auto' ? NODE_RUNTIME_NAMES : [asked];
  const missing: { readonly en: string; readonly zh: string }[] = [];
  for (const name of candidates) {
    const runtime = runtimes[name];
    const found = await runtime.availability();
    if (found.kind === 'available') return { name, runtime };
    missing.push({ en: `${name}: ${found.why.en}`, zh: `${name}：${found.why.zh}` });
  }
  throw new CliError(
    {
      en: `no node runtime works on this machine (${missing.map(({ en }) => en).join('; ')})`,
      zh: `本机没有可用的节点运行时（${missing.map(({ zh }) => zh).join('；')}）`,
    },
    {
      code: 'RUNTIME_MISSING',
      exitCode: ExitCode.failed,
      hint: { en: '--runtime simulated works everywhere', zh: '--runtime simulated 在任何机器上都可用' },
    },
  );
}
