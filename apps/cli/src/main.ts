import { homedir } from 'node:os';
import { systemClock, systemRandom } from '@kubemin/base';
import { runCli } from './program.ts';
import { createStyle } from './style.ts';
import { processTerminal } from './terminal.ts';

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    // The second Ctrl-C means it: a command that hangs on its way out can always be left.
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort();
  });
}

const terminal = processTerminal({ stdout: process.stdout, stderr: process.stderr, env: process.env });
process.exitCode = await runCli(process.argv.slice(2), {
  terminal,
  style: createStyle(terminal.colour),
  env: process.env,
  cwd: process.cwd(),
  homeDirectory: homedir(),
  clock: systemClock,
  random: systemRandom,
  interrupted: interruption.signal,
});
