import { expect, test } from 'vitest';
import { address } from './address.ts';
import { COMMANDS } from './commands.ts';
import { withApplication } from './default-application.ts';

function args(line: string, named?: string): string {
  const found = address(COMMANDS, line.split(' '));
  if (found.kind !== 'command') throw new Error(`${line} is no command`);
  return withApplication(found.command, found.args, named).join(' ');
}

test('-a names the application of any command that begins with one, and of no other', () => {
  expect(args('status', 'shop')).toBe('shop');
  expect(args('restart web', 'shop')).toBe('shop web');
  expect(args('scale web=3', 'shop')).toBe('shop web=3');
  expect(args('run watch', 'shop')).toBe('shop');
  expect(args('revision diff 1 2', 'shop')).toBe('shop 1 2');
  expect(args('export --all', 'shop')).toBe('shop --all');
  expect(args('ls', 'shop')).toBe('');
  expect(args('deploy app.yaml', 'shop')).toBe('app.yaml');
});

test('without -a, arguments stay as they are', () => {
  expect(args('restart web')).toBe('web');
});
