import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatConfigProblem, readAppConfig } from '@kubemin/controller/app';
import { expect, test } from 'vitest';
import { hubRows, readSettings } from '../apps/cli/src/settings/index.ts';

const CONFIG = join(import.meta.dirname, '..', 'deploy', 'config');
const HUB = 'hub.yaml';
const files = readdirSync(CONFIG).filter((file) => file !== HUB);

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

test('deploy/config/hub.yaml loads, and every name in it is a setting of the hub', () => {
  const file = { name: HUB, text: readFileSync(join(CONFIG, HUB), 'utf8') };
  const read = readAppConfig({ flags: new Map(), env: {}, file }, Object.values(hubRows));
  expect(
    read.kind === 'problems' ? read.problems.map((problem) => formatConfigProblem(problem)) : read.warnings,
  ).toEqual([]);
});
