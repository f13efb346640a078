import { jsonLogger, systemClock, systemRandom } from '@kubemin/base';
import { type AgentConfig, runAgent } from '../agent/agent-process.ts';

/** A node agent as a process of its own; it ends when its standard input does. */
const stopping = new AbortController();
const { promise, resolve } = Promise.withResolvers<string>();
let received = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk: string) => {
  received += chunk;
  if (received.includes('\n')) resolve(received.slice(0, received.indexOf('\n')));
});
process.stdin.on('end', () => stopping.abort());
const config: AgentConfig = JSON.parse(await promise);
const logger = jsonLogger({ clock: systemClock, write: (line) => process.stderr.write(line), level: 'warn' });
const parts = { clock: systemClock, random: systemRandom, logger, onReady: () => process.stdout.write('ready\n') };
await runAgent(config, parts, stopping.signal);
process.exit();
