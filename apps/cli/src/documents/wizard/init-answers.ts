import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { TerminalError } from '@kubemin/base';
import { parse } from 'yaml';
import { initMessages } from '../../messages/index.ts';
import { CliError, ExitCode, failureReason } from '../../terminal/index.ts';
import { flagIds } from './question-id.ts';
import { typedPair } from './typed-value.ts';
import { flattenAnswers, WrittenAnswers } from './written-answers.ts';

/** The answers that were given with options: those with a name of their own, and those of `--set`. */
export function answersFromFlags(flags: object, settings: readonly string[]): WrittenAnswers {
  const own = Object.entries(flags).flatMap(([flag, value]) => {
    const id = flagIds.get(flag);
    return id === undefined || value === undefined ? [] : [[id, value] as const];
  });
  return new WrittenAnswers(new Map<string, unknown>([...own, ...settings.map(parseSetOption)]));
}

/** The answers of `--answers`; of a draft, those within. */
export async function readAnswersFile(file: string | undefined, cwd: string): Promise<WrittenAnswers> {
  if (file === undefined) return new WrittenAnswers(new Map());
  try {
    const value: unknown = parse(await readFile(resolve(cwd, file), 'utf8'));
    if (typeof value !== 'object' || value === null) {
      throw new TerminalError(initMessages.noAnswers, { code: 'ANSWERS_UNREADABLE' });
    }
    return new WrittenAnswers(flattenAnswers('answers' in value ? value.answers : value));
  } catch (cause) {
    throw new CliError(initMessages.answersUnreadable({ file, why: failureReason(cause) }), {
      code: 'ANSWERS_UNREADABLE',
      exitCode: ExitCode.usage,
      hint: initMessages.answersHint,
      cause,
    });
  }
}

function parseSetOption(setting: string): readonly [string, string] {
  const pair = typedPair(setting);
  if (pair !== undefined) return pair;
  throw new CliError(initMessages.notASetting({ text: setting }), {
    code: 'SETTING_INVALID',
    exitCode: ExitCode.usage,
    hint: initMessages.setHint,
  });
}
