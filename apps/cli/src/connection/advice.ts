import { existsSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { type CommandContext, type ProcessEnvironment, typedPath } from '../terminal/index.ts';
import type { DataDirectory } from './data-directory.ts';
import { findPlatform, upDataDirectory } from './find-platform.ts';

/** npm sets this in what `npm start` and `npx` run; other scripts of npm are no way to type a command. */
const NPM_EVENTS: readonly (string | undefined)[] = ['start', 'npx'];

/**
 * What a user types to start this program: `npx kubemin` from a checkout that npm started it in, `kubemin` where the PATH
 * leads to it, else the path that was typed, which `bin/kubemin` passes on.
 */
export function typedProgram({ env, cwd }: Pick<ProcessEnvironment, 'env' | 'cwd'>): string {
  if (env.KUBEMIN_COMMAND) return env.KUBEMIN_COMMAND;
  if (NPM_EVENTS.includes(env.npm_lifecycle_event)) return 'npx kubemin';
  const started = env.KUBEMIN_STARTED_AS;
  if (!started) return 'kubemin';
  const path = resolve(cwd, started);
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter((each) => each !== '')
    .map((each) => resolve(cwd, each, 'kubemin'))
    .find((each) => existsSync(each));
  if (onPath === path) return 'kubemin';
  const typed = typedPath(path, cwd);
  return typed.includes('/') ? typed : `./${typed}`;
}

/** The commands that work on a data directory where none runs; the others look for one that runs. */
const STARTERS: readonly string[] = ['up', 'backup', 'restore', 'reset', 'secrets'];

/** The command line of these words as it works typed here: with the program as it was typed, and with the data directory where the command would not find it. */
export function commandLine(context: CommandContext, words: string, directory?: DataDirectory): string {
  const [command = ''] = words.split(' ', 1);
  const place = directory === undefined ? platformOptions(context, command) : placeOption(context, command, directory);
  // Behind `kubectl` everything belongs to kubectl.
  const line = command === 'kubectl' ? [...place, words] : [words, ...place];
  return [context.typedAs, ...line].join(' ');
}

/** What starts KubeMin on a data directory. */
export function startCommand(context: CommandContext, directory: DataDirectory): string {
  return commandLine(context, 'up', directory);
}

/** The command line that passes an option to a start, in the way this one was typed. */
export function startOption(context: CommandContext, command: string, option: string): string {
  const byNpm = context.env.npm_lifecycle_event === 'start' && command === 'up';
  return byNpm
    ? `npm start -- ${option}`
    : [context.typedAs, command, ...platformOptions(context, command), option].join(' ');
}

const MENTION = /(?<![\w./-])kubemin (?:(--help)\b|(--\S+ \S+ )?([a-z][a-z-]*)([^;,\n()（）；，。：]*))/g;

/** A text in which every command line of ours works as it stands. `commands` are the first words that are commands. */
export function withWorkingCommands(context: CommandContext, text: string, commands: ReadonlySet<string>): string {
  if (!text.includes('kubemin ')) return text;
  const { typedAs } = context;
  const prefix = typedAs.slice(0, typedAs.lastIndexOf('kubemin'));
  return text.replaceAll(
    MENTION,
    (
      mention: string,
      help: string | undefined,
      place: string | undefined,
      command: string | undefined,
      rest: string | undefined,
      offset: number,
    ) => {
      const isTyped = prefix !== '' && text.slice(0, offset).endsWith(prefix);
      if (isTyped) return mention;
      if (help !== undefined) return `${typedAs} ${help}`;
      if (command === undefined || rest === undefined || !commands.has(command)) return mention;
      const namesPlatform = place !== undefined || /--(data-dir|context|url)\b/.test(rest);
      const missing = namesPlatform ? [] : platformOptions(context, command);
      return [typedAs, ...missing, `${place ?? ''}${command}${rest}`].join(' ');
    },
  );
}

/** The commands that talk to no platform. */
const LOCAL: readonly string[] = [
  ...['add', 'completion', 'config', 'context', 'convert', 'init', 'login', 'logout', 'render', 'schema', 'validate'],
];

/** The options of this command line that name the platform, where the next one would not find it without them. */
function platformOptions(context: CommandContext, command: string): readonly string[] {
  const { contextName, dataDir } = context;
  if (LOCAL.includes(command)) return [];
  if (contextName !== undefined) return isDefaultContext(context) ? [] : ['--context', contextName];
  return dataDir === undefined ? [] : placeOption(context, command, { path: resolve(context.cwd, dataDir) });
}

function isDefaultContext({ contextName, env, preferences }: CommandContext): boolean {
  if (env.KUBEMIN_URL) return false;
  return contextName === (env.KUBEMIN_CONTEXT || (env.KUBEMIN_HOME ? undefined : preferences.context));
}

function placeOption(
  context: CommandContext,
  command: string,
  { path }: Pick<DataDirectory, 'path'>,
): readonly string[] {
  const { env, preferences, cwd } = context;
  const plain = { ...context, dataDir: undefined };
  const choosesContext = env.KUBEMIN_URL || env.KUBEMIN_CONTEXT || (!env.KUBEMIN_HOME && preferences.context);
  const found = STARTERS.includes(command) ? upDataDirectory(plain) : findPlatform(plain).directory;
  if (found.path === path && (STARTERS.includes(command) || !choosesContext)) return [];
  return ['--data-dir', typedPath(path, cwd)];
}
