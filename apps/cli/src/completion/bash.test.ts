import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { KUBEMIN } from '../test-support/kubemin-process.ts';
import { bash } from './shells/bash.ts';

test('bash completes the words of a command with the script, by the command itself', async () => {
  const script = `${bash.script.replaceAll('< <(kubemin ', `< <('${KUBEMIN}' `)}
COMP_WORDS=(kubemin run wat); COMP_CWORD=2; _kubemin; echo "\${COMPREPLY[*]}"
COMP_WORDS=(kubemin ls ''); COMP_CWORD=2; _kubemin; echo "\${#COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', script]);
  expect(stdout).toBe('watch\n0\n');
});
