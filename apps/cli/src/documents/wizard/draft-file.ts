import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDirectory } from '@kubemin/base/machine';
import { type AnswerValue, replaceFile, unwritableFile } from '../../terminal/index.ts';
import type { Answers } from './interview.ts';

/** What is kept of an interview that has not come to its end. */
export interface Draft {
  /** The starting point, as given with `--from`. */
  readonly from?: string;
  readonly answers: Answers;
}

/** Where a directory's draft is kept, seen from the directory. */
export const DRAFT_NAME = join('.kubemin', 'draft.json');

/** The draft of a directory's application: answers to come back to, without secrets. */
export class DraftFile {
  readonly #path: string;

  constructor(directory: string) {
    this.#path = join(directory, DRAFT_NAME);
  }

  /** The draft, if there is one that can be read; an unreadable one is ignored. */
  async read(): Promise<Draft | undefined> {
    try {
      return parseDraft(JSON.parse(await readFile(this.#path, 'utf8')));
    } catch {
      return undefined;
    }
  }

  async write({ from, answers }: Draft): Promise<void> {
    const text = JSON.stringify(
      { ...(from !== undefined && { from }), answers: Object.fromEntries(answers) },
      undefined,
      2,
    );
    try {
      await makeDirectory(dirname(this.#path));
      await replaceFile(this.#path, `${text}\n`, 0o600);
      await this.#ignore();
    } catch (cause) {
      throw unwritableFile(this.#path, cause);
    }
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }

  /** Keeps the directory out of version control, unless it already has a .gitignore. */
  async #ignore(): Promise<void> {
    const path = join(dirname(this.#path), '.gitignore');
    try {
      await writeFile(path, '*\n', { flag: 'wx' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

function parseDraft(value: unknown): Draft | undefined {
  if (typeof value !== 'object' || value === null || !('answers' in value)) return undefined;
  const { answers } = value;
  if (typeof answers !== 'object' || answers === null) return undefined;
  const kept = Object.entries(answers).filter((entry): entry is [string, AnswerValue] => isAnswer(entry[1]));
  const from = 'from' in value && typeof value.from === 'string' ? value.from : undefined;
  return { ...(from !== undefined && { from }), answers: new Map(kept) };
}

function isAnswer(value: unknown): value is AnswerValue {
  if (typeof value === 'string' || typeof value === 'boolean') return true;
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
