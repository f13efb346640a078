import { RetryableError, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { errorCatalogue } from '@kubemin/client';
import { PlatformError } from '@kubemin/client/error';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../commands/commands.ts';
import { translateTo } from '../language/language.ts';
import { nextStep, STEP_BY_NAME } from './next-step.ts';

const url = 'http://127.0.0.1:1';
const named = (code: string, status?: number) =>
  new PlatformError(verbatim('refused'), { code, url, ...(status !== undefined && { status }) });

/** A step is something to do: a command to type, an option to give, or a plain imperative. */
const DOES_SOMETHING = /kubemin \w+|--\w+|^(wait|change|choose|send|try|this is a bug)/;

describe('every error that can reach a user', () => {
  test.each(Object.entries(errorCatalogue))(
    '%s of the REST API has a step of its own, in both languages',
    (name, entry) => {
      const step = nextStep(named(name, entry.status));
      expect(step.message).toMatch(DOES_SOMETHING);
      expect(translateTo('zh')(step)).toMatch(/\p{Script=Han}/u);
      // Not what any error of this status would get.
      expect(Object.keys(STEP_BY_NAME)).toContain(name);
    },
  );

  test.each([
    ['there was no response', named('UNREACHABLE')],
    ['another server responded', named('UNEXPECTED_ANSWER', 200)],
    ['a newer server knows another name', named('OF_THE_FUTURE', 409)],
    ['nothing at all is known', named('OF_THE_FUTURE', 418)],
    ['it may succeed later', new RetryableError(verbatim('busy'), { code: 'BUSY' })],
    ['it is wrong as it is', new TerminalError(verbatim('wrong'), { code: 'WRONG' })],
    ['it is a bug', new TypeError('undefined is not a function')],
  ])('where %s there is a step, too', (_, error) => {
    const step = nextStep(error);
    expect(step.message).toMatch(DOES_SOMETHING);
    expect(translateTo('zh')(step)).toMatch(/\p{Script=Han}/u);
  });
});

test('the commands that steps name exist', () => {
  const paths = COMMANDS.map(({ path }) => path.join(' '));
  for (const name of Object.keys(STEP_BY_NAME)) {
    const { message } = nextStep(named(name));
    for (const [, words = ''] of message.matchAll(/kubemin ([a-z]+(?: [a-z]+)?)/g)) {
      const known = paths.some((path) => path === words || path === words.split(' ')[0]);
      expect(known, `${name}: kubemin ${words}`).toBe(true);
    }
  }
});
