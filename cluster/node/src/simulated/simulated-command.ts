import { pipeline } from 'node:stream/promises';
import type { ContainerStreams, TerminalSize } from '@kubemin/kubeapi/stream';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { glob } from './rules/glob.ts';
import type { ExecRule } from './rules/simulation-rule.ts';
import { type LineOutcome, runLine } from './simulated-line.ts';
import { runShell } from './simulated-shell.ts';

/** Where a simulated command runs, and what it talks to. */
export interface CommandSetting {
  readonly pod: Pod;
  readonly container: string;
  readonly streams: ContainerStreams;
  readonly signal: AbortSignal;
  /** Of its terminal, if it has one. */
  readonly size?: TerminalSize | undefined;
  /** The commands of the pod's own, before the built-in ones. */
  readonly execRules: readonly ExecRule[];
  /** The variables of the container, worked out when they are asked for. */
  readonly variables: () => ReadonlyMap<string, string>;
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
  env: async (_args, { streams, variables }) => {
    streams.stdout?.write([...variables()].map(([name, value]) => `${name}=${value}\n`).join(''));
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

/** What a command that is not simulated exits with, as one that is not found. */
const UNSIMULATED = 127;

/** Runs what little a container that runs nothing can: a few commands, and a shell that knows them. */
export async function runSimulated(words: readonly string[], setting: CommandSetting): Promise<number> {
  return (await runCommand(words, setting)) ?? UNSIMULATED;
}

/** Undefined, with a message on the output, for a command that is not simulated. */
async function runCommand(words: readonly string[], setting: CommandSetting): Promise<number | undefined> {
  const rule = setting.execRules.find(({ command }) => matchesWords(command, words));
  if (rule !== undefined) return writeOutput(rule, setting.streams);
  const [program = '', ...args] = words;
  const name = program.slice(program.lastIndexOf('/') + 1);
  if (SHELLS.includes(name)) return shell(name, args, setting);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined) return command(args, setting);
  return refuse(name, setting.streams);
}

/** One that is given a line runs that; one that is given nothing but ways to behave reads lines. */
async function shell(name: string, args: readonly string[], setting: CommandSetting): Promise<number | undefined> {
  const line = args.findIndex((arg) => /^-\w*c$/.test(arg));
  if (line >= 0) return exitCode(await runCommandLine(args[line + 1] ?? '', setting, 0));
  if (args.some((arg) => !arg.startsWith('-'))) return refuse(`${name} ${args.join(' ')}`, setting.streams);
  return runShell(setting.streams, async (text, { streams, size, code }) => {
    const outcome = await runCommandLine(text, { ...setting, streams, size }, code);
    return { code: exitCode(outcome) ?? UNSIMULATED, ends: outcome.kind === 'exited' };
  });
}

function runCommandLine(line: string, setting: CommandSetting, code: number): Promise<LineOutcome> {
  return runLine(line, {
    variables: setting.variables(),
    code,
    run: (words) => runCommand(words, setting),
    refuse: (what) => refuse(what, setting.streams),
  });
}

function exitCode(outcome: LineOutcome): number | undefined {
  return outcome.kind === 'unsimulated' ? undefined : outcome.code;
}

function refuse(what: string, { stdout, stderr }: ContainerStreams): undefined {
  (stderr ?? stdout)?.write(`${what}: not simulated; this container runs nothing (kubemin.io/simulated)\n`);
}

function matchesWords(patterns: readonly string[], words: readonly string[]): boolean {
  return patterns.length === words.length && patterns.every((pattern, at) => glob(pattern)(words[at] ?? ''));
}

function writeOutput({ stdout, stderr, exitCode }: ExecRule, streams: ContainerStreams): number {
  if (stdout !== '') streams.stdout?.write(stdout);
  // A terminal has one output.
  if (stderr !== '') (streams.stderr ?? streams.stdout)?.write(stderr);
  return exitCode;
}
