import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '../apps/cli/src/settings/read-settings.ts';

const CONFIG = join(import.meta.dirname, '..', 'deploy', 'config');
const files = readdirSync(CONFIG);

test('there is a configuration for development, for Redis and for Kafka', () => {
  expect(files.sort()).toEqual(['dev.yaml', 'kafka.yaml', 'redis.yaml']);
});

test.each(files)('deploy/config/%s loads, and every name in it is a setting', (file) => {
  const text = readFileSync(join(CONFIG, file), 'utf8');
  const config = { kind: 'text', file, text } as const;
  const { problems, warnings } = readSettings({ command: 'server', flags: new Map(), env: {}, config });
  expect(problems).toEqual([]);
  expect(warnings.filter(({ code }) => code === 'SETTING_UNKNOWN')).toEqual([]);
});
