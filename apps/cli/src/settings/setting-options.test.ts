import { expect, test } from 'vitest';
import { settingOptions } from './setting-options.ts';
import { settingGroupsFor } from './settings-table.ts';

test('the help of a command shows the settings that only it has, and the selected ones', () => {
  const own = settingGroupsFor('up')
    .flatMap(({ settings }) => settings)
    .filter(({ only }) => only === 'up')
    .map(({ flag }) => `--${flag}`);
  const { options } = settingOptions({ of: 'up', help: ['port'] });
  const shown = options.filter(({ hidden }) => hidden !== true).map(({ form }) => form.split(' ')[0]);
  expect(own).toContain('--scheduler-policy');
  expect(shown.toSorted()).toEqual(['--config', '--port', ...own].toSorted());
});
