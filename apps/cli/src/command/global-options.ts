import { LANGUAGES } from '@kubemin/base/message';
import {
  type CommandContext,
  chooseLanguage,
  createStyle,
  OUTPUT_FORMATS,
  type ProcessEnvironment,
  translateTo,
} from '../terminal/index.ts';
import type { CommandInput } from './cli-command.ts';
import { readParameter } from './define-command.ts';
import { choice, flag, option, optionForm } from './options.ts';
import { directoryName, durationMs } from './readers/readers.ts';

/** What every command takes, before its name as well as after. */
export const globalOptions = {
  dataDir: option(
    '--data-dir <dir>',
    {
      en: 'data directory of KubeMin (default: $KUBEMIN_HOME, else ./.kubemin if KubeMin is running there, else the one started last)',
      zh: 'KubeMin 的数据目录（默认：$KUBEMIN_HOME，其次是正在运行的 ./.kubemin，再次是最后启动的）',
    },
    directoryName,
  ),
  context: option('--context <name>', {
    en: 'saved platform to use (default: $KUBEMIN_CONTEXT, else the current one)',
    zh: '与哪个已保存的平台通信（默认：$KUBEMIN_CONTEXT，其次是当前使用的）',
  }),
  app: option('-a, --app <app>', {
    en: 'the application, instead of the first argument',
    zh: '命令所指的应用，代替第一个参数',
  }),
  output: choice('-o, --output <format>', { en: 'output format', zh: '输出格式' }, OUTPUT_FORMATS),
  quiet: flag('-q, --quiet', { en: 'print only results and errors', zh: '只输出结果与错误' }),
  yes: flag('-y, --yes', { en: 'do not ask for confirmation', zh: '不再询问确认' }),
  noInput: flag('--no-input', { en: 'never prompt; fail if a value is missing', zh: '从不提问；缺少内容时直接失败' }),
  noColor: flag('--no-color', { en: 'disable colors', zh: '不使用颜色' }),
  lang: choice(
    '--lang <language>',
    { en: 'language (default: $KUBEMIN_LANG, else the locale)', zh: '语言（默认：$KUBEMIN_LANG，其次按系统区域）' },
    LANGUAGES,
  ),
  timeout: option(
    '--timeout <duration>',
    {
      en: 'maximum time to wait, for example 90s or 5m; runs continue',
      zh: '等待的最长时间，如 90s 或 5m；运行会继续',
    },
    durationMs,
  ),
  debug: flag('--debug', { en: 'print stack traces of errors', zh: '显示错误的调用栈' }),
} as const;

/** Values of the global options. */
export type Globals = CommandInput<Readonly<Record<never, never>>, typeof globalOptions>;

/** Values as typed, by the names of the declaration. */
export type TypedGlobals = ReadonlyMap<string, readonly string[]>;

/** Reads the global options. */
export function readGlobals(typed: TypedGlobals): Globals {
  const of = (name: keyof typeof globalOptions): readonly string[] => typed.get(name) ?? [];
  return {
    dataDir: readParameter(globalOptions.dataDir, of('dataDir')),
    context: readParameter(globalOptions.context, of('context')),
    app: readParameter(globalOptions.app, of('app')),
    output: readParameter(globalOptions.output, of('output')),
    quiet: readParameter(globalOptions.quiet, of('quiet')),
    yes: readParameter(globalOptions.yes, of('yes')),
    noInput: readParameter(globalOptions.noInput, of('noInput')),
    noColor: readParameter(globalOptions.noColor, of('noColor')),
    lang: readParameter(globalOptions.lang, of('lang')),
    timeout: readParameter(globalOptions.timeout, of('timeout')),
    debug: readParameter(globalOptions.debug, of('debug')),
  };
}

/** A global option at the start of some arguments, and how many of them it takes up. */
export interface FoundGlobal {
  readonly name: string;
  readonly value: string;
  readonly length: 1 | 2;
}

const FORMS = Object.entries(globalOptions).map(([name, { form }]) => ({ name, form, ...optionForm(form) }));

/** The global option that `args` begin with, if they do: `--lang zh`, `--lang=zh`, `-o json`, `-ojson`, `-q`. */
export function globalAt(args: readonly string[]): FoundGlobal | undefined {
  const [word = '', next] = args;
  for (const { name, long, short, takesValue } of FORMS) {
    if (word === `--${long}` || word === short) {
      if (!takesValue) return { name, value: 'true', length: 1 };
      return next === undefined ? undefined : { name, value: next, length: 2 };
    }
    if (!takesValue) continue;
    if (word.startsWith(`--${long}=`)) return { name, value: word.slice(long.length + 3), length: 1 };
    if (short !== undefined && word.startsWith(short)) {
      return { name, value: word.slice(short.length).replace(/^=/, ''), length: 1 };
    }
  }
  return undefined;
}

/** The form of the global option that a word is, if it is one that takes a value. */
export function valueForm(word: string): string | undefined {
  const found = FORMS.find(({ long, short, takesValue }) => takesValue && (word === `--${long}` || word === short));
  return found?.form;
}

/** The global options among other words. */
export function globalsAmong(args: readonly string[]): TypedGlobals {
  const found = new Map<string, readonly string[]>();
  for (let at = 0; at < args.length && args[at] !== '--'; at += 1) {
    const global = globalAt(args.slice(at));
    if (global === undefined) continue;
    found.set(global.name, [...(found.get(global.name) ?? []), global.value]);
    at += global.length - 1;
  }
  return found;
}

/** What was typed later counts. */
export function mergeGlobals(before: TypedGlobals, after: TypedGlobals): TypedGlobals {
  return new Map([...before, ...[...after].filter(([, values]) => values.length > 0)]);
}

/** The context of one command line. */
export function createContext(environment: ProcessEnvironment, globals: Globals): CommandContext {
  const { terminal, env, preferences } = environment;
  const mayAsk = !globals.noInput && terminal.keyboard !== undefined;
  return {
    ...environment,
    terminal: {
      ...terminal,
      keyboard: mayAsk ? terminal.keyboard : undefined,
      err: globals.quiet ? () => undefined : terminal.err,
      interactive: terminal.interactive && !globals.quiet,
    },
    style: createStyle(terminal.colour && !globals.noColor),
    outStyle: createStyle(terminal.outColour && !globals.noColor),
    translate: translateTo(chooseLanguage(globals.lang, env, preferences.lang)),
    dataDir: globals.dataDir,
    contextName: globals.context,
    output: globals.output ?? preferences.output,
    input: mayAsk ? 'ask' : 'never',
    yes: globals.yes,
    timeoutMs: globals.timeout,
    debug: globals.debug || env.KUBEMIN_DEBUG !== undefined,
    typedAs: 'kubemin',
    notes: new Set(),
  };
}
