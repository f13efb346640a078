import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeContext } from '../test-support/fake-context.ts';
import { commandLine, startOption, typedProgram, withWorkingCommands } from './advice.ts';
import { dataDirectory } from './data-directory.ts';

const COMMANDS = new Set(['up', 'down', 'run', 'ls', 'kubectl', 'deploy']);

let directory: TemporaryDirectory;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory.remove());

test('R-17: the program is called as it was typed: by npx, by its name where the PATH leads to it, else by its path', async () => {
  const bin = join(directory.path, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'kubemin'), '');
  const cwd = directory.path;
  const typed = (env: Readonly<Record<string, string>>): string => typedProgram({ env, cwd });
  expect(typed({})).toBe('kubemin');
  expect(typed({ npm_lifecycle_event: 'start', PATH: bin })).toBe('npx kubemin');
  expect(typed({ npm_lifecycle_event: 'npx', KUBEMIN_STARTED_AS: join(bin, 'kubemin') })).toBe('npx kubemin');
  // Tests and scripts of npm are no way to type a command.
  expect(typed({ npm_lifecycle_event: 'test', KUBEMIN_STARTED_AS: 'bin/kubemin' })).toBe('bin/kubemin');
  expect(typed({ KUBEMIN_STARTED_AS: join(bin, 'kubemin'), PATH: `/nowhere:${bin}` })).toBe('kubemin');
  expect(typed({ KUBEMIN_STARTED_AS: 'bin/kubemin', PATH: '/nowhere' })).toBe('bin/kubemin');
  expect(typedProgram({ env: { KUBEMIN_STARTED_AS: 'kubemin', PATH: '' }, cwd: bin })).toBe('./kubemin');
  expect(typed({ KUBEMIN_COMMAND: 'k', npm_lifecycle_event: 'start' })).toBe('k');
});

test('R-17: command lines in sentences are written as typed here, once, and other words stay', () => {
  const { context } = fakeContext({ cwd: '/srv', homeDirectory: directory.path, typedAs: 'npx kubemin' });
  const written = (text: string): string => withWorkingCommands(context, text, COMMANDS);
  expect(written('start one with kubemin up, or kubemin ls')).toBe('start one with npx kubemin up, or npx kubemin ls');
  expect(written('请用 kubemin up 启动')).toBe('请用 npx kubemin up 启动');
  expect(written('npx kubemin up')).toBe('npx kubemin up');
  expect(written(written('kubemin --help lists all commands'))).toBe('npx kubemin --help lists all commands');
  expect(written(written('kubemin --data-dir DIR kubectl …'))).toBe('npx kubemin --data-dir DIR kubectl …');
  expect(written('kubemin at https://127.0.0.1:6443; see /opt/kubemin up')).toBe(
    'kubemin at https://127.0.0.1:6443; see /opt/kubemin up',
  );
});

test('R-17: the data directory is named only where the command would not find it', () => {
  const place = { cwd: '/srv', homeDirectory: directory.path };
  const elsewhere = fakeContext({ ...place, dataDir: 'data' }).context;
  expect(withWorkingCommands(elsewhere, 'kubemin run ls lists the runs', COMMANDS)).toBe(
    'kubemin --data-dir data run ls lists the runs',
  );
  expect(withWorkingCommands(elsewhere, 'kubemin up --data-dir x brings it back', COMMANDS)).toBe(
    'kubemin up --data-dir x brings it back',
  );
  const own = fakeContext({ ...place, dataDir: join(directory.path, '.kubemin') }).context;
  expect(withWorkingCommands(own, 'kubemin run ls', COMMANDS)).toBe('kubemin run ls');
  const saved = fakeContext({ ...place, contextName: 'prod', preferences: { context: 'local' } }).context;
  expect(withWorkingCommands(saved, 'kubemin ls', COMMANDS)).toBe('kubemin --context prod ls');
  const inUse = fakeContext({ ...place, contextName: 'prod', preferences: { context: 'prod' } }).context;
  expect(withWorkingCommands(inUse, 'kubemin ls', COMMANDS)).toBe('kubemin ls');
  const data = dataDirectory('/srv/data');
  expect(commandLine(elsewhere, 'kubectl get po', data)).toBe('kubemin --data-dir data kubectl get po');
  expect(commandLine(elsewhere, 'down', data)).toBe('kubemin down --data-dir data');
});

test('R-17: an option for a start is passed through npm where npm started it', () => {
  const { context } = fakeContext({ typedAs: 'npx kubemin', env: { npm_lifecycle_event: 'start' } });
  expect(startOption(context, 'up', '--port 0')).toBe('npm start -- --port 0');
  expect(startOption(context, 'server', '--port 0')).toBe('npx kubemin server --port 0');
});
