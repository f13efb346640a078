import { mkdir, writeFile } from 'node:fs/promises';
import { freePort } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CliCommand } from '../command/cli-command.ts';
import { COMMANDS } from '../commands/commands.ts';
import { readAdminToken } from '../connection/admin-token.ts';
import { dataDirectory } from '../connection/data-directory.ts';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { ExitCode } from '../terminal/errors/cli-error.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import type { FinishedKubemin } from '../test-support/kubemin-process.ts';
import { runHere } from '../test-support/run-here.ts';

const commandName = ({ path }: CliCommand): string => path.join(' ');

/** Without a mistake of ours these start something that lasts; kubectl gets its words whatever they are. */
const LASTING = ['up', 'server', 'apiserver'];
const FOREIGN = COMMANDS.filter(({ passThrough }) => passThrough).map(commandName);

const checkable = COMMANDS.filter((command) => !FOREIGN.includes(commandName(command)));
const briefly = checkable.filter((command) => !LASTING.includes(commandName(command)));

let home: KubeminHome;
let platform: { readonly url: string; readonly token: string };
let unreachableUrl: string;
beforeAll(async () => {
  home = await KubeminHome.create();
  await home.up();
  const { endpoints, adminToken } = dataDirectory(home.at());
  platform = {
    url: (await readEndpoints(endpoints))?.platform ?? '',
    token: (await readAdminToken(adminToken)) ?? '',
  };
  unreachableUrl = `http://127.0.0.1:${await freePort()}`;
  await mkdir(home.at('a-directory'));
  await writeFile(home.at('binary'), Buffer.from([0, 255, 254, 1, 2, 3]));
  await writeFile(home.at('broken.yaml'), 'name: [unfinished\n');
});
afterAll(() => home.remove());

type Place = 'platform' | 'nothing' | 'unreachable' | 'stranger';

/** The environment of a command: a platform, none, an unreachable URL, or an unknown token. */
function environment(place: Place): Readonly<Record<string, string>> {
  const none = { KUBEMIN_HOME: home.at('none') };
  const places: Readonly<Record<Place, Readonly<Record<string, string>>>> = {
    platform: { ...none, KUBEMIN_URL: platform.url, KUBEMIN_TOKEN: platform.token },
    nothing: none,
    unreachable: { ...none, KUBEMIN_URL: unreachableUrl, KUBEMIN_TOKEN: 'any' },
    stranger: { ...none, KUBEMIN_URL: platform.url, KUBEMIN_TOKEN: 'unknown-token' },
  };
  return places[place];
}

const run = (words: readonly string[], place: Place = 'nothing') =>
  runHere(words, { cwd: home.path, env: environment(place) });

const DOCUMENTED: readonly number[] = Object.values(ExitCode);

/** Expects the error and a hint below it, no stack trace, and nothing on stdout. */
function expectHint(line: readonly string[], { exitCode, stdout, stderr }: FinishedKubemin): void {
  const shown = `kubemin ${line.join(' ')}\n-> ${exitCode}\n${stdout}${stderr}`;
  expect(DOCUMENTED, shown).toContain(exitCode);
  expect(stderr, shown).not.toMatch(/\n {4}at /);
  if (exitCode === ExitCode.ok) return;
  // What a doctor finds is what it was asked for: each finding brings its step.
  if (line[0] === 'doctor') {
    expect(stdout, shown).not.toMatch(/^fail .*\n(?! +→ \S)/m);
    return;
  }
  // The problems of a document are the output of validate.
  if (line[0] !== 'validate') expect(stdout, shown).toBe('');
  expect(stderr, shown).toMatch(/^(error:|.* error |✗)/m);
  // The last line is the step, set off from what happened.
  expect(stderr, shown).toMatch(/\n {6,7}\S.*\n$/);
}

/** Something for every argument that must be given. */
function wordsFor({ path, arguments: taken }: CliCommand, word: string): readonly string[] {
  return [...path, ...Object.values(taken).flatMap(({ form }) => (form.startsWith('<') ? [word] : []))];
}

async function expectRefusal(line: readonly string[], place?: Place): Promise<FinishedKubemin> {
  const ended = await run(line, place);
  expectHint(line, ended);
  expect(ended.exitCode, line.join(' ')).not.toBe(ExitCode.ok);
  return ended;
}

describe.each(checkable.map((command) => [commandName(command), command] as const))('%s', (_, command) => {
  const { path, arguments: taken, options } = command;
  const forms = Object.values(taken).map(({ form }) => form);

  test('an option it does not have', async () => {
    expect(await expectRefusal([...wordsFor(command, 'x'), '--no-such-option'])).toMatchObject({ exitCode: 2 });
  });

  const needsMore = forms.some((form) => form.startsWith('<'));
  const takesAny = forms.some((form) => form.includes('...'));
  test('an argument that is missing, or one too many', async () => {
    const wrong = [...(needsMore ? [path] : []), ...(takesAny ? [] : [[...path, ...forms.map(() => 'x'), 'more']])];
    for (const words of wrong) expect(await expectRefusal(words)).toMatchObject({ exitCode: 2 });
  });

  test('a value that is none of those there are', async () => {
    const strict = Object.values(options).flatMap((option) => ('choices' in option ? [option.form] : []));
    for (const form of strict) {
      const long = /--[\w-]+/.exec(form)?.[0] ?? form;
      expect(await expectRefusal([...wordsFor(command, 'x'), long, 'no-such-value'])).toMatchObject({ exitCode: 2 });
    }
  });

  test('a global option that makes no sense', async () => {
    for (const wrong of [
      ['--timeout', 'soon'],
      ['-o', 'xml'],
      ['--lang', 'tlh'],
      ['--data-dir', ''],
    ]) {
      expect(await expectRefusal([...wordsFor(command, 'x'), ...wrong])).toMatchObject({ exitCode: 2 });
    }
  });
});

describe.each(briefly.map((command) => [commandName(command), command] as const))('%s', (_, command) => {
  test.each<Place>(['platform', 'nothing', 'unreachable', 'stranger'])(
    'of what is not there, with %s',
    async (place) => {
      const line = [...wordsFor(command, 'ghost'), '--no-input', '--timeout', '2s'];
      expectHint(line, await run(line, place));
    },
  );

  test('of what is not there, in Chinese', async () => {
    const line = [...wordsFor(command, 'ghost'), '--no-input', '--timeout', '2s', '--lang', 'zh'];
    const { exitCode, stdout, stderr } = await run(line, 'nothing');
    if (exitCode === ExitCode.ok || line[0] === 'doctor') return;
    expect(stdout).toBe('');
    expect(stderr, line.join(' ')).toMatch(/^.*\p{Script=Han}.*\n[\s\S]*\n? {6,7}\S*.*\p{Script=Han}.*\n$/u);
  });

  test('a file that is a directory, no text, or no document', async () => {
    // Where a file may be named, one is; the others get it for whatever they take.
    const named = Object.values(command.arguments).filter(({ form }) => /^<|file/.test(form));
    for (const file of ['a-directory', 'binary', 'broken.yaml', 'missing.yaml']) {
      const line = [...command.path, ...named.map(() => file), '--no-input', '--timeout', '2s'];
      expectHint(line, await run(line, 'platform'));
    }
  });
});
