import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { TemplateParameterView } from '@kubemin/client';
import type { GivenParameters, ParameterValue } from '@kubemin/model';
import { parse } from 'yaml';
import { documentMessages } from '../messages/index.ts';
import {
  CliError,
  type Column,
  type CommandContext,
  ExitCode,
  failureReason,
  type Question,
  readInput,
  withPrompter,
} from '../terminal/index.ts';

/** The columns of a list of parameters. */
export function parameterColumns({ translate }: CommandContext): readonly Column<TemplateParameterView>[] {
  return [
    { title: translate(documentMessages.parameter), cell: ({ name }) => name },
    { title: translate(documentMessages.parameterType), cell: typeText },
    {
      title: translate(documentMessages.required),
      cell: ({ required }) => translate(required ? documentMessages.yes : documentMessages.no),
    },
    {
      title: translate(documentMessages.default),
      cell: (parameter) => (parameter.default === undefined ? '' : String(parameter.default)),
    },
    { title: translate(documentMessages.meaning), cell: ({ description }) => description },
  ];
}

/** The type with what it allows: `integer 1..5`, `small|large`. */
function typeText({ type, values, pattern, minimum, maximum }: TemplateParameterView): string {
  if (values !== undefined) return values.map(String).join('|');
  const range = minimum === undefined && maximum === undefined ? '' : ` ${minimum ?? ''}..${maximum ?? ''}`;
  return `${type}${range}${pattern === undefined ? '' : ` /${pattern}/`}`;
}

interface ParameterOptions {
  readonly set: readonly string[];
  readonly setFile: readonly string[];
  readonly values: string | undefined;
}

/** The values that were given: of `--values`, over them those of `--set-file` and `--set`, in the type of the parameter. */
export async function readParameterOptions(
  context: CommandContext,
  declared: readonly TemplateParameterView[],
  { set, setFile, values }: ParameterOptions,
): Promise<GivenParameters> {
  const given = new Map<string, ParameterValue>();
  if (values !== undefined) for (const [name, value] of await readValuesFile(context, values)) given.set(name, value);
  for (const pair of setFile) {
    const [name, file] = splitPair(pair, '--set-file');
    const { text } = await readInput(context, file);
    given.set(name, typedValue(declared, name, text.replace(/\r?\n$/, '')));
  }
  for (const pair of set) {
    const [name, text] = splitPair(pair, '--set');
    given.set(name, typedValue(declared, name, text));
  }
  return Object.fromEntries(given);
}

async function readValuesFile(
  context: CommandContext,
  file: string,
): Promise<readonly (readonly [string, ParameterValue])[]> {
  const { text } = await readInput(context, file);
  try {
    const map: unknown = parse(text) ?? {};
    if (typeof map !== 'object' || map === null || Array.isArray(map)) throw valuesError(documentMessages.notAMap);
    return Object.entries(map).map(([name, value]: [string, unknown]) => {
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [name, value];
      throw valuesError(documentMessages.notAScalar({ name }));
    });
  } catch (cause) {
    throw new CliError(documentMessages.parameterUnreadable({ file, why: failureReason(cause) }), {
      code: 'VALUES_UNREADABLE',
      exitCode: ExitCode.usage,
      hint: documentMessages.parameterFileHint,
      cause,
    });
  }
}

function splitPair(text: string, flag: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1)];
  throw new CliError(documentMessages.notAPair({ text }), {
    code: 'SETTING_INVALID',
    exitCode: ExitCode.usage,
    hint: documentMessages.pairHint({ flag }),
  });
}

/** Typed text in the type of the parameter. What does not fit stays text, for the platform to refuse with the reason. */
function typedValue(declared: readonly TemplateParameterView[], name: string, text: string): ParameterValue {
  const { type, values = [] } = declared.find((parameter) => parameter.name === name) ?? { type: 'string' };
  if (type === 'enum') return values.find((value) => String(value) === text) ?? text;
  if (type === 'boolean') return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : text;
  if (type !== 'integer' && type !== 'number') return text;
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? text : number;
}

/** Asks for required parameters without a value, on a terminal only; undefined if the person stops. */
export async function askMissing(
  context: CommandContext,
  declared: readonly TemplateParameterView[],
  given: GivenParameters,
): Promise<GivenParameters | undefined> {
  const missing = declared.filter(({ name, required }) => required && !Object.hasOwn(given, name));
  if (missing.length === 0 || context.terminal.keyboard === undefined) return given;
  return withPrompter(context, { ask: async () => ({ kind: 'cancel' }) }, async (prompter) => {
    const values = new Map(Object.entries(given));
    for (const parameter of missing) {
      const reply = await prompter.ask(parameterQuestion(context, parameter));
      if (!('value' in reply)) return undefined;
      const { value } = reply;
      values.set(
        parameter.name,
        typeof value === 'boolean' ? value : typedValue(declared, parameter.name, String(value)),
      );
    }
    return Object.fromEntries(values);
  });
}

function parameterQuestion({ translate }: CommandContext, parameter: TemplateParameterView): Question {
  const { name, type, description, values = [] } = parameter;
  const about = {
    id: name,
    flag: `--set ${name}`,
    message: translate(documentMessages.parameterNeeded({ name, type: typeText(parameter) })),
    ...(description !== '' && { help: description }),
  };
  if (type === 'secret') return { ...about, kind: 'secret' };
  if (type === 'boolean') return { ...about, kind: 'confirm', default: false };
  if (type !== 'enum') return { ...about, kind: 'text' };
  return { ...about, kind: 'select', options: values.map((value) => ({ value: String(value), label: String(value) })) };
}

function valuesError(message: Message): TerminalError {
  return new TerminalError(message, { code: 'VALUES_UNREADABLE' });
}
