import { expect, test } from 'vitest';
import { displayWidth } from '../terminal/output/display-width.ts';
import { fakeContext } from '../test-support/fake-context.ts';
import { COMMANDS } from './commands.ts';
import { runCli } from './run-cli.ts';

async function run(
  line: string,
  { env = {}, width = 80 }: { readonly env?: Record<string, string>; readonly width?: number } = {},
) {
  const { context, out, err } = fakeContext();
  const terminal = { ...context.terminal, width: () => width };
  const exitCode = await runCli(
    line.split(' ').filter((word) => word !== ''),
    { ...context, terminal, env },
  );
  return { exitCode, out: out(), err: err() };
}

test('help lists every command under its group, and is printed by kubemin without arguments', async () => {
  const { exitCode, out } = await run('--help');
  expect(exitCode).toBe(0);
  for (const { path } of COMMANDS) expect(out).toContain(`\n  ${path.join(' ')}`);
  expect(out.indexOf('Start:')).toBeLessThan(out.indexOf('Deliver:'));
  expect((await run('')).out).toBe(out);
});

test('the help of a command shows what it takes and how to use it, wherever help is asked for', async () => {
  const { out } = await run('rollback --help');
  for (const text of ['kubemin rollback [app] [revision]', '--dry-run', 'kubemin rollback demo 1 --yes']) {
    expect(out).toContain(text);
  }
  expect((await run('help rollback')).out).toBe(out);
  expect((await run('rollback demo -h')).out).toBe(out);
});

test('help fits a narrow terminal in both languages', async () => {
  for (const lang of ['en', 'zh']) {
    const { out } = await run(`deploy --help --lang ${lang}`, { width: 60 });
    const prose = out.split('\n').filter((line) => line.startsWith('  ') && !line.includes('kubemin '));
    for (const line of prose) expect(displayWidth(line), line).toBeLessThanOrEqual(60);
  }
});

test('the language comes from the flag before the environment, also for what is wrong with the line', async () => {
  expect((await run('deploy --help', { env: { LANG: 'zh_CN.UTF-8' } })).out).toContain('用法');
  expect((await run('deploy --nonsense --lang zh')).err).toContain('未知选项：--nonsense');
  expect((await run('--lang zh depoly')).err).toContain('kubemin deploy');
  expect((await run('depoly --lang zh', { env: { KUBEMIN_LANG: 'en' } })).err).toContain('未知命令：depoly');
  expect((await run('run lss --timeout soon --lang zh')).err).toContain('未知命令：run lss');
});

test('why the version of the server is not known is in the language of the reader, and English for programs', async () => {
  const line = 'version --data-dir /nonexistent --lang zh';
  expect((await run(line)).out).toContain('服务器  没有找到正在运行的 KubeMin');
  const { server } = JSON.parse((await run(`${line} -o json`)).out);
  expect(server.problem).toContain('no running KubeMin');
});

test.each([
  ['depoly', 'did you mean: kubemin deploy?'],
  ['run lss', 'did you mean: kubemin run ls?'],
  ['run', 'available: ls, show, watch'],
  ['deploy --no-wiat', 'did you mean: --no-wait?'],
  ['status a b', 'too many arguments for kubemin status'],
  ['scale demo', 'component=count'],
  ['cluster add staging', 'missing option --kubeconfig <file>'],
  ['ls -o', 'needs a value'],
  ['--lang', 'option --lang <language> needs a value'],
  ['run -o', 'option -o, --output <format> needs a value'],
  ['ls --timeout soon', 'give a duration'],
  ['-o xml ls', 'choose one of table, wide, json, yaml, jsonl, name'],
])('%s is refused with what to do instead', async (line, expected) => {
  const { exitCode, out, err } = await run(line);
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  expect(err).toContain(expected);
});

test('global options count before the command and after it, and the later one wins', async () => {
  const data = { client: expect.any(String) };
  expect(JSON.parse((await run('-o json version --client')).out)).toEqual(data);
  expect(JSON.parse((await run('version --client -ojson')).out)).toEqual(data);
  expect((await run('-o json version --client --output=name')).out).toMatch(/^[\d.]+\n$/);
});

test('quiet silences talk, not what goes wrong', async () => {
  const { exitCode, err } = await run('-q status --data-dir /nonexistent');
  expect(exitCode).toBe(5);
  expect(err).toContain('no running KubeMin found');
});
