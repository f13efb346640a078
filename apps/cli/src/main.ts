import { homedir } from 'node:os';
import { jsonLogger, systemClock, systemRandom } from '@kubemin/base';
import { runCli } from './commands/index.ts';
import { configDirectory, ExitCode, processTerminal, readPreferences, useCompileCache } from './terminal/index.ts';

/** A terminal and npm may both pass on the same Ctrl-C; only a signal after this pause is a second one. */
const SAME_SIGNAL_MS = 500;

const [, entry = ''] = process.argv;
useCompileCache(entry);

// Words that make this program a part of `up`. NODE_AGENT_ROLE and DEMO_IMAGES_ROLE are not imported: that would load files for every
// command.
const roles = new Map([
  [
    'node-agent',
    async () => {
      const { runNodeAgent } = await import('./platform/index.ts');
      const logger = jsonLogger({ clock: systemClock, write: (line) => process.stderr.write(line) });
      await runNodeAgent({ clock: systemClock, random: systemRandom, logger });
    },
  ],
  [
    'plugin-thread',
    async () => {
      const { parentPort, workerData } = await import('node:worker_threads');
      const { runPluginThread } = await import('@kubemin/plugin/thread');
      if (parentPort !== null) await runPluginThread(parentPort, workerData);
    },
  ],
  [
    'demo-images',
    async () => {
      const { runDemoImages } = await import('./images/index.ts');
      await runDemoImages(process.argv.slice(3));
    },
  ],
]);
const role = roles.get(process.argv[2] ?? '');
if (role !== undefined) {
  await role();
  process.exit();
}

const interruption = new AbortController();
let interruptedAt = 0;
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    if (!interruption.signal.aborted) {
      interruptedAt = systemClock.monotonic();
      interruption.abort();
      return;
    }
    // The second Ctrl-C means it: a command that hangs on its way out can always be left.
    if (systemClock.monotonic() - interruptedAt > SAME_SIGNAL_MS) process.exit(ExitCode.interrupted);
  });
}

const terminal = processTerminal({
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  env: process.env,
});
const homeDirectory = homedir();
const exitCode = await runCli(process.argv.slice(2), {
  terminal,
  env: process.env,
  cwd: process.cwd(),
  homeDirectory,
  clock: systemClock,
  random: systemRandom,
  preferences: await readPreferences(configDirectory({ env: process.env, homeDirectory })),
  program: [process.execPath, ...process.execArgv, entry],
  interrupted: interruption.signal,
});
process.exitCode = exitCode;
// Ends work that could not be stopped, after all output is written: a hub that lost its lease must not continue.
if (interruption.signal.aborted || exitCode !== ExitCode.ok) {
  process.stdout.write('', () => process.stderr.write('', () => process.exit()));
}
