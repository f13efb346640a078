import { expect, test } from 'vitest';
import { translateTo } from '../../terminal/language/language.ts';
import type { Answer } from '../../terminal/prompt/answer.ts';
import { Interview, type Script } from './interview.ts';

function* twoNames(): Script<string> {
  const ask = (id: string) => ({ kind: 'text', id, flag: `--${id}`, message: id }) as const;
  const first = yield ask('first');
  return `${first} ${yield ask('last')}`;
}

async function interview(replies: readonly Answer[], accepted: readonly string[]) {
  const left = [...replies];
  const asked: string[] = [];
  const refused: string[] = [];
  const prompter = {
    ask: async ({ id }: { readonly id: string }): Promise<Answer> => {
      asked.push(id);
      return left.shift() ?? { kind: 'cancel' };
    },
  };
  const accept = (value: string): boolean => accepted.includes(value) || refused.push(value) === 0;
  const keep = async (): Promise<void> => undefined;
  const outcome = await new Interview(twoNames, { prompter, translate: translateTo('en'), keep, accept }).run();
  return { outcome, asked, refused };
}

const reply = (value: string, by: 'person' | 'given' = 'person'): Answer => ({ kind: 'answer', value, by });

test('what will not do is asked again from its end, and one can go further back from there', async () => {
  const replies = [reply('Ada'), reply('Lovelase'), reply('Lovelace')];
  expect(await interview(replies, ['Ada Lovelace'])).toEqual({
    outcome: { kind: 'done', value: 'Ada Lovelace' },
    asked: ['first', 'last', 'last'],
    refused: ['Ada Lovelase'],
  });
  const back = [reply('Adda'), reply('Lovelace'), { kind: 'back' } as const, reply('Ada'), reply('Lovelace')];
  expect((await interview(back, ['Ada Lovelace'])).outcome).toEqual({ kind: 'done', value: 'Ada Lovelace' });
});

test('invalid answers that cannot be changed are rejected', async () => {
  const { outcome, asked } = await interview([reply('Ada', 'given'), reply('Lovelase', 'given')], []);
  expect({ outcome, asked }).toEqual({ outcome: { kind: 'refused' }, asked: ['first', 'last'] });
});

test('going back leads past what was given to what a person answered', async () => {
  const { asked, outcome } = await interview(
    [reply('Ada', 'given'), { kind: 'back' }, reply('Lovelace')],
    ['Ada Lovelace'],
  );
  expect(asked).toEqual(['first', 'last', 'last']);
  expect(outcome.kind).toBe('done');
});
