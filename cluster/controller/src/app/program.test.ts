import { expect, test } from 'vitest';
import { type ProgramProcess, runProgram } from './program.ts';

function started(line: string, env: ProgramProcess['env'] = {}) {
  const said = { out: '', err: '' };
  const process: ProgramProcess = {
    argv: ['node', 'main.ts', ...line.split(' ').filter((word) => word !== '')],
    env: { HOME: '/nowhere', ...env },
    cwd: () => '/',
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
    once: () => undefined,
  };
  return { said, ended: runProgram({ name: 'my-app', modules: [], process }) };
}

test('--help lists every flag with what counts without it', async () => {
  const { said, ended } = started('--help');
  expect(await ended).toBe(0);
  expect(said.out).toMatch(/--concurrence VALUE .*\(default: 8\)/);
  expect(said.out).toContain('--enable-leader-election ');
});

test('--print-config tells what counts; variables begin with the name of the program', async () => {
  const { said, ended } = started('--print-config --namespace team-a', { MY_APP_CONCURRENCE: '3' });
  expect(await ended).toBe(0);
  expect(said.out).toContain('concurrence: 3 # MY_APP_CONCURRENCE');
  expect(said.out).toContain('namespace: team-a # --namespace');
});

test('everything that is wrong with the command line is told at once, and nothing is started', async () => {
  const { said, ended } = started('run --namspace a --concurrence many -c');
  expect(await ended).toBe(2);
  expect(said.err).toContain('my-app was not started');
  for (const part of ['"run" is no flag', 'did you mean --namespace?', '"many" is not', '-c needs a value']) {
    expect(said.err).toContain(part);
  }
});

test('a configuration file that cannot be read is told by its name', async () => {
  const { said, ended } = started('-c gone.yaml');
  expect(await ended).toBe(2);
  expect(said.err).toContain('--config gone.yaml: the file cannot be read');
});

test('no cluster to work on is a mistake of whoever starts it', async () => {
  const { said, ended } = started('--metrics-bind-address 0 --health-probe-bind-address 0');
  expect(await ended).toBe(2);
  expect(said.err).toContain(
    'no cluster configured; pass a kubeconfig, set KUBECONFIG, or create /nowhere/.kube/config',
  );
});
