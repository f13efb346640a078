import { jsonLogger, systemClock, systemRandom } from '@kubemin/base';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { runAgentProcess } from '../agent/agent-process.ts';
import type { PodStep } from '../pods/worker-options.ts';

/** A node agent as a process of its own. Arguments: the step of a pod at which it kills itself, and the name of the pod. */
const [lastStep, podName] = process.argv.slice(2);
const logger = jsonLogger({ clock: systemClock, write: (line) => process.stderr.write(line), level: 'warn' });
const onStep = (step: PodStep, { metadata }: Pod): void => {
  if (step === lastStep && metadata.name === podName) process.kill(process.pid, 'SIGKILL');
};
const parts = { clock: systemClock, random: systemRandom, logger, onStep };
await runAgentProcess({ input: process.stdin, output: process.stdout }, parts);
process.exit();
