import { expect, test } from 'vitest';
import { COMMANDS } from '../commands/commands.ts';
import { address } from './address.ts';
import { parseOperands } from './build-program.ts';
import { withApplication } from './default-application.ts';

async function args(line: string, from: { readonly named?: string; readonly link?: string } = {}): Promise<string> {
  const found = address(COMMANDS, line.split(' '));
  if (found.kind !== 'command') throw new Error(`${line} is no command`);
  const { command, args: typed } = found;
  const given = await withApplication(command, typed, {
    named: from.named,
    operands: () => parseOperands(command, typed),
    linked: async () => from.link,
    needed: () => Promise.reject(new Error('which application?')),
  });
  return given.join(' ');
}

test('-a names the application of any command that begins with one, and of no other', async () => {
  const shop = { named: 'shop', link: 'other' };
  expect(await args('status', shop)).toBe('shop');
  expect(await args('restart web', shop)).toBe('shop web');
  expect(await args('scale web=3', shop)).toBe('shop web=3');
  expect(await args('run watch', shop)).toBe('shop');
  expect(await args('revision diff 1 2', shop)).toBe('shop 1 2');
  expect(await args('export --all', shop)).toBe('shop --all');
  expect(await args('ls', shop)).toBe('');
  expect(await args('deploy app.yaml', shop)).toBe('app.yaml');
});

test('without -a, arguments stay as they are', async () => {
  expect(await args('restart web', { link: 'shop' })).toBe('web');
});

test.each([
  ['scale web=3 --no-wait', 'shop web=3 --no-wait'],
  ['scale web=3 api=2', 'shop web=3 api=2'],
  ['scale web', 'shop web'],
  ['revision show 3', 'shop 3'],
  ['revision diff', 'shop'],
  ['revision diff 3', 'shop 3'],
  ['revision diff 3 4', 'shop 3 4'],
  ['rollback 3', 'shop 3'],
])('in a linked directory `%s` is about its application', async (line, expected) => {
  expect(await args(line, { link: 'shop' })).toBe(expected);
});

test.each([
  'scale blog web=3',
  'revision show 2024 3',
  'revision diff blog',
  'revision diff 2024 1 2',
  'rollback blog',
])('in a linked directory `%s` is about the one that is named', async (line) => {
  expect(line).toContain(await args(line, { link: 'shop' }));
});

test('without a linked directory the first argument is the application, even if it is a number', async () => {
  expect(await args('revision diff 2024')).toBe('2024');
  expect(await args('revision diff 1 2', { named: '2024' })).toBe('2024 1 2');
  await expect(args('revision show 3')).rejects.toThrow('which application?');
  await expect(args('revision diff')).rejects.toThrow('which application?');
  await expect(args('scale web=3')).rejects.toThrow('which application?');
  // What is missing there is the count.
  expect(await args('scale shop')).toBe('shop');
});

test('an invalid option is left to the parser', async () => {
  expect(await args('revision show --bogus')).toBe('--bogus');
});
