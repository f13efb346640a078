import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
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
  readonly expected: string;
}

const TRIED: readonly Tried[] = [
  {
    shell: 'bash',
    args: ['--norc', '-c'],
    ask: (script) => `source '${script}'
COMP_WORDS=(kubemin run wat); COMP_CWORD=2; _kubemin; echo "\${COMPREPLY[*]}"
COMP_WORDS=(kubemin ls ''); COMP_CWORD=2; _kubemin; echo "\${#COMPREPLY[@]}"`,
    expected: 'watch\n0\n',
  },
  {
    shell: 'fish',
    args: ['--no-config', '-c'],
    ask: (script) => `source '${script}'; complete -C 'kubemin run wat'`,
    expected: 'watch\tfollow a run until it ends\n',
  },
  // Completion in zsh needs a terminal; without one only the syntax of the script is checked.
  { shell: 'zsh', args: ['-f', '-c'], ask: (script) => `zsh -n '${script}' && echo read`, expected: 'read\n' },
];

const present = new Set<ShellName>();
for (const { shell } of TRIED) {
  await run(shell, ['--version']).then(
    () => present.add(shell),
    () => undefined,
  );
}

for (const { shell, args, ask, expected } of TRIED) {
  const name = `${shell} completes with its script, by asking the command itself`;
  test.skipIf(!present.has(shell))(present.has(shell) ? name : `${name} (${shell} is not installed)`, async () => {
    const directory = await temporaryDirectory();
    onTestFinished(() => directory.remove());
    const script = join(directory.path, 'script');
    await writeFile(script, SHELLS[shell].script);
    const env = { PATH: `${dirname(KUBEMIN)}:${process.env.PATH ?? ''}`, HOME: directory.path };
    const { stdout } = await run(shell, [...args, ask(script)], { env });
    expect(stdout).toBe(expected);
  });
}

/** Names that mean something to shells, or to the lines candidates travel in. */
const HOSTILE = [
  "it's",
  'echo "hi"',
  'two words',
  '$HOME',
  '`date`',
  'a;b',
  'back\\slash',
  'a:b',
  '{x,y}',
  '*',
  '中文',
];

interface HostileTry {
  readonly shell: ShellName;
  readonly args: readonly string[];
  /** What prints each name that `kubemin context use` completes, as it would be read once it was inserted. */
  ask(script: string): string;
}

const HOSTILE_TRIES: readonly HostileTry[] = [
  {
    shell: 'bash',
    args: ['--norc', '-c'],
    ask: (script) => `source '${script}'
COMP_WORDS=(kubemin context use ''); COMP_CWORD=3; _kubemin
for reply in "\${COMPREPLY[@]}"; do eval "set -- $reply"; printf '%s\\n' "$#:$1"; done`,
  },
  // Fish quotes inserted text automatically.
  {
    shell: 'fish',
    args: ['--no-config', '-c'],
    ask: (script) => `source '${script}'; for reply in (complete -C 'kubemin context use ')
    echo 1:(string split \\t -- $reply)[1]
end`,
  },
];

for (const { shell, args, ask } of HOSTILE_TRIES) {
  const name = `${shell} completes names with quotes, spaces and dollars to one word that means just them`;
  test.skipIf(!present.has(shell))(present.has(shell) ? name : `${name} (${shell} is not installed)`, async () => {
    const directory = await temporaryDirectory();
    onTestFinished(() => directory.remove());
    const script = join(directory.path, 'script');
    await writeFile(script, SHELLS[shell].script);
    const config = join(directory.path, 'kubemin');
    await mkdir(config, { mode: 0o700 });
    const contexts = HOSTILE.map((each) => ({ name: each, kind: 'directory', dataDir: '/nowhere' }));
    await writeFile(join(config, 'contexts.json'), JSON.stringify(contexts), { mode: 0o600 });
    const env = {
      PATH: `${dirname(KUBEMIN)}:${process.env.PATH ?? ''}`,
      HOME: directory.path,
      XDG_CONFIG_HOME: directory.path,
      LC_ALL: 'C.UTF-8',
    };
    const { stdout } = await run(shell, [...args, ask(script)], { env });
    expect(stdout.trimEnd().split('\n').toSorted()).toEqual(HOSTILE.map((each) => `1:${each}`).toSorted());
  });
}

test('zsh gets names whose colons and backslashes it does not take for its own', () => {
  expect(SHELLS.zsh.format({ text: 'a:b\\c', about: 'x: y' })).toBe('a\\:b\\\\c:x: y');
});

test('what stands between brackets and quotes of the PowerShell script is closed again, and nothing was filled in', () => {
  const { script } = SHELLS.powershell;
  expect(script).toContain(`$_ -split "\`t"`);
  expect(script).toContain("'[^A-Za-z0-9_=./:-]'");
  const withoutTexts = script.replaceAll(/^#.*$/gm, '').replaceAll(/"(?:`.|[^"`])*"|'(?:''|[^'])*'/g, '');
  expect(withoutTexts).not.toMatch(/['"]/);
  const open: string[] = [];
  for (const bracket of withoutTexts.match(/[()[\]{}]/g) ?? []) {
    const opens = { ')': '(', ']': '[', '}': '{' }[bracket];
    if (opens === undefined) open.push(bracket);
    else expect(open.pop(), withoutTexts).toBe(opens);
  }
  expect(open).toEqual([]);
  expect(script).not.toMatch(/undefined|\[object|\$\{/);
});
