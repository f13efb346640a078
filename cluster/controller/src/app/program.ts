import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import {
  jsonLine,
  jsonLogger,
  KubeminError,
  type Logger,
  systemClock,
  systemRandom,
  textLine,
  toError,
} from '@kubemin/base';
import { errorMessage, type Message, verbatim } from '@kubemin/base/message';
import { findClusterAccess, KubeconfigError } from '@kubemin/kube';
import { programMessages } from '../messages/index.ts';
import type { ControllerModule } from '../reconcile/index.ts';
import type { App } from './app.ts';
import { type AppConfig, readAppConfig } from './app-config.ts';
import type { ConfigFileText } from './config-file.ts';
import { formatConfigProblem } from './config-problem.ts';
import type { ConfigRow } from './config-row.ts';
import { appRows } from './config-rows.ts';
import { controllerApp } from './controller-app.ts';
import { printConfig } from './print-config.ts';
import { type ParsedArguments, parseArguments } from './program-arguments.ts';

/** The process of a program; Node's `process` implements it. */
export interface ProgramProcess {
  /** Begins with the executable and the script. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

/** Options of a program of controllers. */
export interface ProgramOptions {
  /** Lower case with dashes; the prefix of the environment variables: `my-app` has `MY_APP_NAMESPACE`. */
  readonly name: string;
  /** A function receives the configuration, for modules with settings of their own. */
  readonly modules: readonly ControllerModule[] | ((config: AppConfig) => readonly ControllerModule[]);
  /** Settings of the modules. */
  readonly settings?: readonly ConfigRow<unknown>[];
  readonly process: ProgramProcess;
}

const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/**
 * Runs controllers as the whole of a process: reads its flags, variables and configuration file, finds the cluster as
 * kubectl does, and runs until SIGINT or SIGTERM; a second signal ends the process immediately. Returns the exit code for
 * `process.exit`: work that does not end when the lease is lost must not outlive its term.
 */
export async function runProgram(options: ProgramOptions): Promise<number> {
  const { name, settings = [], process } = options;
  const rows = [...Object.values(appRows), ...settings];
  const args = parseArguments(process.argv.slice(2), rows);
  if (args.action === 'help') {
    process.stdout.write(helpText(name, rows));
    return EXIT.ok;
  }
  const config = loadConfig(options, args);
  if (config === undefined) return EXIT.usage;
  if (args.action === 'print-config') {
    process.stdout.write(printConfig(config));
    return EXIT.ok;
  }
  return run(options, config);
}

/** Prints the problems and returns undefined when there are any. */
function loadConfig({ name, settings, process }: ProgramOptions, args: ParsedArguments): AppConfig | undefined {
  const printProblems = (lines: readonly Message[]): undefined => {
    const list = lines.map(({ message }) => `  ${message}\n`).join('');
    process.stderr.write(`${programMessages.notStarted({ name }).message}\n${list}`);
  };
  const file = args.config === undefined ? undefined : readConfigText(process, args.config);
  if (file !== undefined && 'code' in file) return printProblems([...args.problems, file]);
  const envPrefix = `${name.toUpperCase().replaceAll('-', '_')}_`;
  const read = readAppConfig({ flags: args.flags, env: process.env, file, envPrefix }, settings);
  const found = read.kind === 'problems' ? read.problems.map((problem) => verbatim(formatConfigProblem(problem))) : [];
  if (read.kind === 'problems' || args.problems.length > 0) return printProblems([...args.problems, ...found]);
  for (const warning of read.warnings) process.stderr.write(`warning: ${formatConfigProblem(warning)}\n`);
  return read.config;
}

/** The file, or a message when it cannot be read. */
function readConfigText(process: ProgramProcess, name: string): ConfigFileText | Message {
  try {
    return { name, text: readFileSync(resolve(process.cwd(), name), 'utf8') };
  } catch (error) {
    return programMessages.configUnreadable({ file: name, reason: errorMessage(error) });
  }
}

async function run(options: ProgramOptions, config: AppConfig): Promise<number> {
  const { name, process } = options;
  const logger = createLogger(process, config);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  let isRunning = false;
  try {
    const made = await createProgramApp(options, config, logger);
    const app = await made.prepareRun(stop.signal);
    logger.info('the app is up', { app: name, ...app.addresses });
    isRunning = true;
    await app.run(stop.signal);
    return EXIT.ok;
  } catch (thrown) {
    // A stop while it is still preparing is not a failure.
    if (stop.signal.aborted && !isRunning) return EXIT.ok;
    const error = toError(thrown);
    process.stderr.write(`${programMessages.ended({ name, reason: errorMessage(error) }).message}\n`);
    logger.debug('why the app ended', { error });
    return isUsageError(error) ? EXIT.usage : EXIT.failed;
  }
}

function createProgramApp({ name, modules, process }: ProgramOptions, config: AppConfig, logger: Logger): Promise<App> {
  const readFile = (path: string): string => readFileSync(resolve(process.cwd(), path), 'utf8');
  return controllerApp({
    name,
    config,
    modules: typeof modules === 'function' ? modules(config) : modules,
    access: findClusterAccess({
      kubeconfig: config.kubeconfig,
      env: process.env,
      cwd: process.cwd(),
      homeDirectory: process.env.HOME ?? '/',
      readFile,
      exists: existsSync,
      exec: { clock: systemClock, environment: process.env },
    }),
    hostname: hostname(),
    readFile,
    clock: systemClock,
    random: systemRandom,
    logger,
  });
}

function createLogger(process: ProgramProcess, { log }: AppConfig): Logger {
  const format = log.format === 'json' ? jsonLine : textLine;
  return jsonLogger({ clock: systemClock, level: log.level, format, write: (line) => process.stderr.write(line) });
}

const WIDTH = 40;

/** The text of `--help`: every flag with its meaning and default. */
function helpText(name: string, rows: readonly ConfigRow<unknown>[]): string {
  const flags = rows.filter(({ only }) => only !== 'file');
  const lines: readonly (readonly [string, string])[] = [
    ['-c, --config <file>', 'configuration file (YAML); flags and variables take precedence'],
    ...flags.map((row) => [flagText(row), `${row.doc.en}${defaultText(row)}`] as const),
    ['--print-config', 'print the settings in effect with their sources, and exit'],
    ['--help', 'print this, and exit'],
  ];
  return `Usage: ${name} [flags]\n\n${lines.map(([flag, doc]) => `  ${flag.padEnd(WIDTH)} ${doc}`).join('\n')}\n`;
}

function flagText({ flag, type, placeholder = 'value' }: ConfigRow<unknown>): string {
  return type.form === 'switch' ? `--${flag}` : `--${flag} <${placeholder}>`;
}

function defaultText({ type, default: value }: ConfigRow<unknown>): string {
  const shown = value === undefined ? '' : String(type.show(value));
  return shown === '' || shown === 'false' ? '' : ` (default: ${shown})`;
}

const USAGE_ERROR_CODES: readonly string[] = [
  'APIEXT_FIELD_TAKEN',
  'CLUSTER_MISSING',
  'CONTROLLER_UNKNOWN',
  'FILTER_INVALID',
  'PHASE_MACHINE_INVALID',
  'RESOURCE_DECLARED_TWICE',
  'TLS_FILE_UNREADABLE',
];

/** Whether an app did not start because of its flags, configuration or modules, and not because of its environment. */
export function isUsageError(error: unknown): error is KubeminError {
  return error instanceof KubeconfigError || (error instanceof KubeminError && USAGE_ERROR_CODES.includes(error.code));
}
