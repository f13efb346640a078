import { expect, test } from 'vitest';
import { readSettings, type SettingFlags } from '../../settings/read-settings.ts';
import { ALL_SETTINGS } from '../../settings/settings-table.ts';
import { toArguments } from './detached-start.ts';

const FLAGS: SettingFlags = new Map<string, string | readonly string[]>([
  ['admin-token', 'hush-token'],
  ['datastore-url', 'postgres://kubemin:hush-password@db.test/kubemin'],
  ['port', '9090'],
  ['nodes', '2'],
  ['cors-origins', ['https://a.test', 'https://b.test']],
  ['leader-lease-duration', '1m'],
]);

test('what is secret in flags is not in the command line of the process they are handed to', () => {
  const { words, variables } = toArguments(FLAGS);
  expect(words.join(' ')).not.toContain('hush');
  expect(variables.KUBEMIN_ADMIN_TOKEN).toBe('hush-token');
  expect(words).toContain('--port=9090');
});

test('passed as arguments, they have the same values', () => {
  const { words, variables } = toArguments(FLAGS);
  const typed = new Map(
    words.map((word) => /^--([^=]+)=(.*)$/s.exec(word)).map((match) => [match?.[1] ?? '', match?.[2] ?? '']),
  );
  const before = readSettings({ command: 'up', flags: FLAGS, env: {} }).values;
  const after = readSettings({ command: 'up', flags: typed, env: variables }).values;
  for (const setting of ALL_SETTINGS) expect(after.get(setting), setting.flag).toEqual(before.get(setting));
});
