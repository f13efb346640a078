import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { jsonLine, jsonLogger, type Logger, systemClock, systemRandom, textLine, toError } from '@kubemin/base';
import { findClusterAccess } from '@kubemin/kube';
import type { ControllerModule } from '../manager/controller.ts';
import type { App } from './app.ts';
import { type AppConfig, readAppConfig } from './app-config.ts';
import type { ConfigFileText } from './config-file.ts';
import { formatConfigProblem } from './config-problem.ts';
import type { ConfigRow } from './config-row.ts';
import { appRows } from './config-rows.ts';
import { controllerApp } from './controller-app.ts';
import { type FlagWords, readFlagWords } from './flag-words.ts';
import { printConfig } from './print-config.ts';
import { isWrittenWrongly } from './written-wrongly.ts';

/** What a program is given; Node's `process` is one. */
export interface ProgramProcess {
  /** The executable and the script come first. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

/** A program of controllers. */
export interface ProgramOptions {
  /** Lower case with dashes; the environment variables of its settings begin with it: `my-app` has `MY_APP_NAMESPACE`. */
  readonly name: string;
  /** A function is given the configuration, for modules that have settings of their own. */
  readonly modules: readonly ControllerModule[] | ((config: AppConfig) => readonly ControllerModule[]);
  /** Settings of the modules' own. */
  readonly settings?: readonly ConfigRow<unknown>[];
  readonly process: ProgramProcess;
}

const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/**
 * Runs controllers as the whole of a process: reads its flags, variables and configuration file, finds the cluster as
 * kubectl does, and works until SIGINT or SIGTERM; a second signal ends the process at once. Answers the exit code, to be
 * given to `process.exit`: work that does not end when the lease is lost must not outlive its term.
 */
export async function runProgram(options: ProgramOptions): Promise<number> {
  const { name, settings = [], process } = options;
  const rows = [...Object.values(appRows), ...settings];
  const words = readFlagWords(process.argv.slice(2), rows);
  if (words.action === 'help') {
    process.stdout.write(helpText(name, rows));
    return EXIT.ok;
  }
  const config = configOf(options, words);
  if (config === undefined) return EXIT.usage;
  if (words.action === 'print-config') {
    process.stdout.write(printConfig(config));
    return EXIT.ok;
  }
  return run(options, config);
}

/** Undefined when something is wrong, which is then told. */
function configOf({ name, settings, process }: ProgramOptions, words: FlagWords): AppConfig | undefined {
  const complain = (lines: readonly string[]): undefined => {
    process.stderr.write(`${name} was not started:\n${lines.map((line) => `  ${line}\n`).join('')}`);
  };
  const file = words.config === undefined ? undefined : fileText(process, words.config);
  if (typeof file === 'string') return complain([...words.problems, file]);
  const envPrefix = `${name.toUpperCase().replaceAll('-', '_')}_`;
  const read = readAppConfig({ flags: words.flags, env: process.env, file, envPrefix }, settings);
  const found = read.kind === 'problems' ? read.problems.map((problem) => formatConfigProblem(problem)) : [];
  if (read.kind === 'problems' || words.problems.length > 0) return complain([...words.problems, ...found]);
  for (const warning of read.warnings) process.stderr.write(`warning: ${formatConfigProblem(warning)}\n`);
  return read.config;
}

/** A sentence when the file cannot be read. */
function fileText(process: ProgramProcess, name: string): ConfigFileText | string {
  try {
    return { name, text: readFileSync(resolve(process.cwd(), name), 'utf8') };
  } catch (error) {
    return `--config ${name}: the file cannot be read: ${toError(error).message}`;
  }
}

async function run(options: ProgramOptions, config: AppConfig): Promise<number> {
  const { name, process } = options;
  const logger = loggerOf(process, config);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  let isRunning = false;
  try {
    const made = await appOf(options, config, logger);
    const app = await made.prepareRun(stop.signal);
    logger.info('the app is up', { app: name, ...app.addresses });
    isRunning = true;
    await app.run(stop.signal);
    return EXIT.ok;
  } catch (thrown) {
    // Whoever stops it while it is still preparing has what they want.
    if (stop.signal.aborted && !isRunning) return EXIT.ok;
    const error = toError(thrown);
    process.stderr.write(`${name} ended: ${error.message}\n`);
    logger.debug('why the app ended', { error });
    return isWrittenWrongly(error) ? EXIT.usage : EXIT.failed;
  }
}

function appOf({ name, modules, process }: ProgramOptions, config: AppConfig, logger: Logger): Promise<App> {
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

function loggerOf(process: ProgramProcess, { log }: AppConfig): Logger {
  const format = log.format === 'json' ? jsonLine : textLine;
  return jsonLogger({ clock: systemClock, level: log.level, format, write: (line) => process.stderr.write(line) });
}

const WIDTH = 40;

/** What `--help` of a program prints: every flag with its meaning and what counts without it. */
function helpText(name: string, rows: readonly ConfigRow<unknown>[]): string {
  const flags = rows.filter(({ only }) => only !== 'file');
  const lines: readonly (readonly [string, string])[] = [
    ['-c, --config FILE', 'Read settings from this YAML file; flags and variables count before it.'],
    ...flags.map((row) => [flagText(row), `${row.doc}${defaultText(row)}`] as const),
    ['--print-config', 'Print the settings in effect, each with where it comes from, and end.'],
    ['--help', 'Print this, and end.'],
  ];
  return `Usage: ${name} [flags]\n\n${lines.map(([flag, doc]) => `  ${flag.padEnd(WIDTH)} ${doc}`).join('\n')}\n`;
}

function flagText({ flag, type }: ConfigRow<unknown>): string {
  return type.form === 'switch' ? `--${flag}` : `--${flag} ${type.form === 'list' ? 'A,B' : 'VALUE'}`;
}

function defaultText({ type, default: value }: ConfigRow<unknown>): string {
  const shown = value === undefined ? '' : String(type.show(value));
  return shown === '' || shown === 'false' ? '' : ` (default: ${shown})`;
}
