import { jsonLogger, systemClock, systemRandom } from '@kubemin/base';
import { runAgentProcess } from '../agent/agent-process.ts';

/** A node agent as a process of its own. */
const logger = jsonLogger({ clock: systemClock, write: (line) => process.stderr.write(line), level: 'warn' });
const parts = { clock: systemClock, random: systemRandom, logger };
await runAgentProcess({ input: process.stdin, output: process.stdout }, parts);
process.exit();
