import { pipeline } from 'node:stream/promises';
import type { ContainerStreams, TerminalSize } from '@kubemin/kubeapi/stream';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { glob } from '../rules/glob.ts';
import type { ExecRule } from '../rules/simulation-rule.ts';
import { wordsOf } from './command-words.ts';
import { runShell } from './simulated-shell.ts';

/** Where a simulated command runs, and what it talks to. */
export interface CommandSetting {
  readonly pod: Pod;
  readonly container: string;
  readonly streams: ContainerStreams;
  readonly signal: AbortSignal;
  /** Of its terminal, if it has one. */
  readonly size?: TerminalSize | undefined;
  /** What commands of the pod's own answer, before those that everybody knows. */
  readonly answers: readonly ExecRule[];
}

type SimulatedCommand = (args: readonly string[], setting: CommandSetting) => Promise<number>;

const COMMANDS: Readonly<Record<string, SimulatedCommand>> = {
  true: async () => 0,
  false: async () => 1,
  exit: async ([code = '0']) => Number(code) & 0xff,
  echo: async (args, { streams }) => {
    streams.stdout?.write(`${args.join(' ')}\n`);
    return 0;
  },
  hostname: async (_args, { pod, streams }) => {
    streams.stdout?.write(`${pod.spec?.hostname ?? pod.metadata.name}\n`);
    return 0;
  },
  env: async (_args, { pod, container, streams }) => {
    const found = pod.spec?.containers.find(({ name }) => name === container);
    const given = (found?.env ?? []).flatMap(({ name, value }) => (value === undefined ? [] : [`${name}=${value}\n`]));
    streams.stdout?.write([`HOSTNAME=${pod.metadata.name}\n`, ...given].join(''));
    return 0;
  },
  cat: async (_args, { streams: { stdin, stdout }, signal }) => {
    if (stdin !== undefined && stdout !== undefined) await pipeline(stdin, stdout, { end: false, signal });
    return 0;
  },
  stty: async ([what], { streams, size }) => {
    if (what !== 'size' || size === undefined) return 1;
    streams.stdout?.write(`${size.height} ${size.width}\n`);
    return 0;
  },
};

const SHELLS = ['sh', 'bash', 'ash', 'dash'];

/** Runs what little a container that runs nothing can: a few commands, and a shell that knows them. */
export async function runSimulated(words: readonly string[], setting: CommandSetting): Promise<number> {
  const answer = setting.answers.find(({ command }) => matchesWords(command, words));
  if (answer !== undefined) return give(answer, setting.streams);
  const [program = '', ...args] = words;
  const name = program.slice(program.lastIndexOf('/') + 1);
  if (SHELLS.includes(name)) {
    if (args[0] === '-c') return runLine(args[1] ?? '', setting);
    return runShell(setting.streams, (words, streams, size) => runSimulated(words, { ...setting, streams, size }));
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined) return command(args, setting);
  const output = setting.streams.stderr ?? setting.streams.stdout;
  output?.write(`${name}: not simulated; this container runs nothing (kubemin.io/simulated)\n`);
  return 127;
}

function matchesWords(patterns: readonly string[], words: readonly string[]): boolean {
  return patterns.length === words.length && patterns.every((pattern, at) => glob(pattern)(words[at] ?? ''));
}

function give({ stdout, stderr, exitCode }: ExecRule, streams: ContainerStreams): number {
  if (stdout !== '') streams.stdout?.write(stdout);
  // A terminal has one output.
  if (stderr !== '') (streams.stderr ?? streams.stdout)?.write(stderr);
  return exitCode;
}

function runLine(line: string, setting: CommandSetting): Promise<number> {
  const words = wordsOf(line);
  return words.length === 0 ? Promise.resolve(0) : runSimulated(words, setting);
}
