import { expect, test } from 'vitest';
import { type ProgramProcess, runProgram } from './program.ts';

function started(line: string, env: ProgramProcess['env'] = {}) {
  const output = { out: '', err: '' };
  const process: ProgramProcess = {
    argv: ['node', 'main.ts', ...line.split(' ').filter((word) => word !== '')],
    env: { HOME: '/nowhere', ...env },
    cwd: () => '/',
    stdout: { write: (text) => (output.out += text) },
    stderr: { write: (text) => (output.err += text) },
    once: () => undefined,
  };
  return { output, ended: runProgram({ name: 'my-app', modules: [], process }) };
}

test('--help lists every flag with what counts without it', async () => {
  const { output, ended } = started('--help');
  expect(await ended).toBe(0);
  expect(output.out).toMatch(/--concurrence <n> .*\(default: 8\)/);
  expect(output.out).toContain('--enable-leader-election ');
});

test('--print-config prints the settings in effect; variables begin with the name of the program', async () => {
  const { output, ended } = started('--print-config --namespace team-a', { MY_APP_CONCURRENCE: '3' });
  expect(await ended).toBe(0);
  expect(output.out).toContain('concurrence: 3 # MY_APP_CONCURRENCE');
  expect(output.out).toContain('namespace: team-a # --namespace');
});

test('all problems of the command line are reported at once, and nothing is started', async () => {
  const { output, ended } = started('run --namspace a --concurrence many -c');
  expect(await ended).toBe(2);
  expect(output.err).toContain('my-app was not started');
  for (const part of ['"run" is not a flag', 'did you mean --namespace?', '"many" is not', '-c needs a value']) {
    expect(output.err).toContain(part);
  }
});

test('a configuration file that cannot be read is reported by its name', async () => {
  const { output, ended } = started('-c gone.yaml');
  expect(await ended).toBe(2);
  expect(output.err).toContain('--config gone.yaml: the file cannot be read');
});

test('a missing cluster is a usage error', async () => {
  const { output, ended } = started('--metrics-bind-address 0 --health-probe-bind-address 0');
  expect(await ended).toBe(2);
  expect(output.err).toContain(
    'no cluster configured; pass a kubeconfig, set KUBECONFIG, or create /nowhere/.kube/config',
  );
});
