import { expect, test } from 'vitest';
import { appRows } from './config-rows.ts';
import { parseArguments } from './program-arguments.ts';

const rows = Object.values(appRows);
const read = (line: string) => parseArguments(line === '' ? [] : line.split(' '), rows);

test.each([
  ['', {}],
  ['--namespace team-a --concurrence=4', { namespace: 'team-a', concurrence: '4' }],
  ['--portable --namespace a', { portable: 'true', namespace: 'a' }],
  ['--portable false', { portable: 'false' }],
  ['-v 4', { v: '4' }],
  ['--namespace=', { namespace: '' }],
  ['--namspace a', { namspace: 'a' }],
])('%s', (line, flags) => {
  expect(Object.fromEntries(read(line).flags)).toEqual(flags);
  expect(read(line).problems).toEqual([]);
});

test('the file and what to do are no settings', () => {
  expect(read('-c hub.yaml --print-config')).toMatchObject({ config: 'hub.yaml', action: 'print-config' });
  expect(read('--config=hub.yaml')).toMatchObject({ config: 'hub.yaml', action: 'run' });
  expect(read('-h').action).toBe('help');
});

test.each([
  ['run', '"run" is not a flag; write --name value'],
  ['--namespace', '--namespace needs a value'],
])('%s is reported as a problem', (line, problem) => {
  expect(read(line).problems.map(({ message }) => message)).toEqual([problem]);
});
