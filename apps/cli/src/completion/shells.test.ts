import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { KUBEMIN } from '../test-support/kubemin-process.ts';
import { SHELLS, type ShellName } from './shells.ts';

const run = promisify(execFile);

interface Tried {
  readonly shell: ShellName;
  readonly args: readonly string[];
  /** What loads the file of the script and asks for completions of `kubemin run wat`, then of `kubemin ls`. */
  ask(script: string): string;
  readonly says: string;
}

const TRIED: readonly Tried[] = [
  {
    shell: 'bash',
    args: ['--norc', '-c'],
    ask: (script) => `source '${script}'
COMP_WORDS=(kubemin run wat); COMP_CWORD=2; _kubemin; echo "\${COMPREPLY[*]}"
COMP_WORDS=(kubemin ls ''); COMP_CWORD=2; _kubemin; echo "\${#COMPREPLY[@]}"`,
    says: 'watch\n0\n',
  },
  {
    shell: 'fish',
    args: ['--no-config', '-c'],
    ask: (script) => `source '${script}'; complete -C 'kubemin run wat'`,
    says: 'watch\tfollow a run until it ends\n',
  },
  // Who completes in zsh needs a terminal; that it can read the script is what can be told without.
  { shell: 'zsh', args: ['-f', '-c'], ask: (script) => `zsh -n '${script}' && echo read`, says: 'read\n' },
];

const present = new Set<ShellName>();
for (const { shell } of TRIED) {
  await run(shell, ['--version']).then(
    () => present.add(shell),
    () => undefined,
  );
}

for (const { shell, args, ask, says } of TRIED) {
  const name = `${shell} completes with its script, by asking the command itself`;
  test.skipIf(!present.has(shell))(present.has(shell) ? name : `${name} (${shell} is not installed)`, async () => {
    const directory = await temporaryDirectory();
    onTestFinished(() => directory.remove());
    const script = join(directory.path, 'script');
    await writeFile(script, SHELLS[shell].script);
    const env = { PATH: `${dirname(KUBEMIN)}:${process.env.PATH ?? ''}`, HOME: directory.path };
    const { stdout } = await run(shell, [...args, ask(script)], { env });
    expect(stdout).toBe(says);
  });
}
