import { describe, expect, test } from 'vitest';
import type { AnswerValue, Prompter } from '../answer.ts';
import type { Question } from '../question.ts';
import { someQuestions } from './questions.ts';

/** A way to get questions answered, for the behaviour all ways share. */
export interface PrompterUnderTest {
  /** A prompter with these replies; other questions get none. */
  answering(answers: Readonly<Record<string, AnswerValue>>): Prompter;
  /** The error of an invalid reply, as shown to the person or the caller. */
  refusal(question: Question, raw: string): Promise<string>;
}

const { text, port, secret, confirm, select, multi } = someQuestions;

/** The behaviour of whatever answers questions. */
export function describePrompter(name: string, { answering, refusal }: PrompterUnderTest): void {
  describe(name, () => {
    test.each<[string, Question, AnswerValue]>([
      ['a text', text, 'shop'],
      ['a text with a default that is not wanted', port, '9090'],
      ['a secret', secret, 'p<w d'],
      ['a yes', confirm, true],
      ['a no', confirm, false],
      ['a choice', select, 'job'],
      ['several choices', multi, ['envs', 'storage']],
      ['no choice', multi, []],
    ])('answers %s', async (_, question, value) => {
      expect(await answering({ [question.id]: value }).ask(question)).toMatchObject({ kind: 'answer', value });
    });

    test.each<[string, Question, AnswerValue]>([
      ['a text', port, '8080'],
      ['a yes or no', confirm, true],
      ['several choices', { ...multi, default: ['probes'] }, ['probes']],
      ['a choice', { ...select, default: 'store' }, 'store'],
    ])('takes the default of %s', async (_, question, value) => {
      expect(await answering({}).ask(question)).toMatchObject({ kind: 'answer', value });
    });

    test('refuses what a check refuses, in the words of the check', async () => {
      expect(await refusal(text, 'Shop')).toContain('No capitals.');
    });
  });
}
