import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@kubemin/base';
import { temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { hostContainer } from '../test-support/host-image.ts';
import { RuntimeRecords } from './runtime-records.ts';

test.each([
  ['0 \n', { exitCode: 0, reason: 'Completed' }],
  ['3 \n', { exitCode: 3, reason: 'Error' }],
  ['137 oom\n', { exitCode: 137, reason: 'OOMKilled' }],
  // Only a child was killed, and the container went on without it.
  ['0 oom\n', { exitCode: 0, reason: 'Completed' }],
])('exit file %j', async (text, outcome) => {
  const directory = await temporaryDirectory();
  onTestFinished(() => directory.remove());
  await mkdir(join(directory.path, 'exits'));
  await writeFile(join(directory.path, 'exits', 'one'), text);
  const records = new RuntimeRecords(directory.path, systemClock);
  const record = { id: 'one', sandboxId: 'pod', config: hostContainer('/', 'exit'), createdAt: 0 };
  expect(records.containerStatus({ ...record, form: 'shell' })).toMatchObject({ state: 'exited', ...outcome });
});
