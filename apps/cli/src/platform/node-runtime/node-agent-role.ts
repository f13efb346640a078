import type { runAgentProcess } from '@kubemin/node';

/** The word that makes this program a node agent; see runAgentProcess of `@kubemin/node`. Not a command for people. */
export const NODE_AGENT_ROLE = 'node-agent';

/** Runs the agent on the standard streams of this process, to its end. */
export async function runNodeAgent(parts: Parameters<typeof runAgentProcess>[1]): Promise<void> {
  const { runAgentProcess } = await import('@kubemin/node');
  // Ctrl-C reaches all processes of a terminal: the one that started the agent decides what follows.
  process.on('SIGINT', () => undefined);
  await runAgentProcess({ input: process.stdin, output: process.stdout }, parts);
}
