import type { Translate } from '../terminal/index.ts';
import type { CliCommand } from './cli-command.ts';
import { globalOptions } from './global-options.ts';
import { loadOptions } from './load-options.ts';
import { optionForm } from './options.ts';
import type { Parameter } from './parameter.ts';
import { scanLine } from './scan-line.ts';

/** What may stand at the cursor: words that are known here, and names that must be asked for. */
export interface Completion {
  readonly candidates: readonly Candidate[];
  readonly names:
    | {
        readonly kind: NameKind;
        /** The first argument, which components belong to. */
        readonly app: string | undefined;
      }
    | undefined;
}

const NOTHING: Completion = { candidates: [], names: undefined };

/** Which names parameters take: by the option, by the command and the word in the form, or by that word alone. */
const NAME_KINDS: Readonly<Record<string, NameKind>> = {
  '--context': 'context',
  'context name': 'context',
  'logout name': 'context',
  'cluster name': 'cluster',
  cluster: 'cluster',
  project: 'project',
  app: 'app',
  'app|kind': 'app',
  'file|app': 'app',
  run: 'run',
  component: 'component',
  'component=count': 'component',
};

/** Completes the last of some words. Nothing means: what the shell itself completes, as files. */
export async function complete(
  commands: readonly CliCommand[],
  words: readonly string[],
  translate: Translate,
): Promise<Completion> {
  const { command, path, option, positional, current } = scanLine(commands, words);
  if (option !== undefined) return valueCandidates({ parameter: option, command, app: undefined, current });
  if (current.startsWith('-'))
    return { candidates: (await optionCandidates(command, translate)).filter(matches(current)), names: undefined };
  if (command === undefined)
    return { candidates: nextWords(commands, path, translate).filter(matches(current)), names: undefined };
  const taken = Object.values(command.arguments);
  const parameter = taken[positional.length] ?? taken.filter(({ form }) => form.includes('...')).at(-1);
  return parameter === undefined ? NOTHING : valueCandidates({ parameter, command, app: positional[0], current });
}

/** A parameter whose value stands at the cursor. */
interface AwaitedValue {
  readonly parameter: Parameter<unknown>;
  readonly command: CliCommand | undefined;
  /** The first argument, if there is one before it. */
  readonly app: string | undefined;
  readonly current: string;
}

function valueCandidates({ parameter, command, app, current }: AwaitedValue): Completion {
  const { form, choices } = parameter;
  if (choices !== undefined) {
    return { candidates: choices.map((text) => ({ text, about: '' })).filter(matches(current)), names: undefined };
  }
  const word = /[<[]([^\]>]+?)(\.\.\.)?[\]>]/.exec(form)?.[1] ?? '';
  const keys = [`--${optionForm(form).long}`, `${command?.path[0] ?? ''} ${word}`, word];
  const kind = keys.map((key) => NAME_KINDS[key]).find((found) => found !== undefined);
  return kind === undefined ? NOTHING : { candidates: [], names: { kind, app } };
}

function nextWords(
  commands: readonly CliCommand[],
  path: readonly string[],
  translate: Translate,
): readonly Candidate[] {
  const found = new Map<string, string>();
  for (const command of commands) {
    const word = command.path[path.length];
    if (word === undefined || !path.every((each, at) => command.path[at] === each)) continue;
    const whole = command.path.length === path.length + 1;
    if (!found.has(word)) found.set(word, whole ? command.summary[translate.language] : '');
  }
  return [...found].map(([text, about]) => ({ text, about }));
}

async function optionCandidates(command: CliCommand | undefined, translate: Translate): Promise<readonly Candidate[]> {
  const own = command === undefined ? [] : (await loadOptions(command)).map(({ parameter }) => parameter);
  return [...own, ...Object.values(globalOptions)]
    .filter(({ hidden }) => hidden !== true)
    .map(({ form, summary }) => ({ text: `--${optionForm(form).long}`, about: summary[translate.language] }));
}

function matches(current: string): (candidate: Candidate) => boolean {
  return ({ text }) => text.startsWith(current);
}

/** Something that may stand at the cursor. */
export interface Candidate {
  readonly text: string;
  /** For shells that show it. */
  readonly about: string;
}

/** Names that only a platform or the saved contexts know. */
export type NameKind = 'app' | 'run' | 'component' | 'context' | 'cluster' | 'project';
