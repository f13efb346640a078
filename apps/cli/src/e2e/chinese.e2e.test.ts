import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { runHere } from '../test-support/run-here.ts';

/** What stays English: commands to type, names in quotes, texts of Kubernetes, and what containers wrote. */
const NOT_OURS: readonly RegExp[] = [
  /\S*kubemin(?: [a-z-]+){1,2}/g,
  /"[^"]*"|“[^”]*”/g,
  /\b(?:ErrImagePull|ImagePullBackOff): [^）]*/g,
  /（Unschedulable）：.*$/g,
  /\b(?:Scheduled|FailedScheduling|Pulling|Pulled|Created|Started|Killing|Failed|BackOff): .*$/g,
  /^ {2}\S+\/\S+: .*$/g,
];

/** Three or more words and numbers in a row, at least two of them words: `2 of 2 ready`, `all components are running`. */
function englishIn(line: string): string | undefined {
  const ours = NOT_OURS.reduce((text, pattern) => text.replaceAll(pattern, '|'), line);
  let sentence: string[] = [];
  for (const token of [...ours.split(' '), '|']) {
    if (/^\(?(?:[A-Za-z]?[a-z]+|\d+)[,.;:)]*$/.test(token)) sentence.push(token);
    else {
      if (sentence.length >= 3 && sentence.filter((word) => /[a-z]/.test(word)).length >= 2) return sentence.join(' ');
      sentence = [];
    }
  }
  return undefined;
}

function expectChinese(command: string, output: string): void {
  expect(output, command).toMatch(/\p{Script=Han}/u);
  const found = output.split('\n').filter((line) => englishIn(line) !== undefined);
  expect(found, command).toEqual([]);
}

let home: KubeminHome;
let printed = '';

beforeAll(async () => {
  home = await KubeminHome.create();
  const started = home.start(
    'up',
    '--lang',
    'zh',
    '--demo',
    '--data-dir',
    home.at(),
    '--port',
    '0',
    '--kube-port',
    '0',
  );
  await started.waitForOutput('KubeMin 已启动');
  await started.waitForOutput('#login=');
  printed = started.stdout + started.stderr;
});
afterAll(() => home.remove());

async function run(...args: readonly string[]): Promise<{ readonly exitCode: number | null; readonly output: string }> {
  const { exitCode, stdout, stderr } = await runHere([...args, '--lang', 'zh', '--data-dir', home.at()], {
    cwd: home.path,
  });
  const output = `${stdout}${stderr}`;
  expectChinese(args.join(' '), output);
  return { exitCode, output };
}

async function writeHello(properties: Readonly<Record<string, unknown>>, image: unknown = 'web:1'): Promise<void> {
  const component = [{ name: 'hello-web', type: 'webservice', image, properties }];
  await writeFile(home.at('hello.json'), JSON.stringify({ name: 'hello', component }));
}

test('what counts as an English sentence', () => {
  for (const line of [
    '健康 (all components are running)',
    '已完成: created, 2 of 2 ready',
    'Deployment 失败: it was refused',
  ])
    expect(englishIn(line), line).toBeDefined();
  for (const line of [
    '  kubemin run show 4   查看其任务',
    '名称 “not a good name”',
    'demo   default   default   1.0.0   1',
  ])
    expect(englishIn(line), line).toBeUndefined();
});

test('the quick start is in Chinese', async () => {
  expectChinese('up --demo', printed);
  await writeHello({ ports: [{ port: 80 }] });
  const commands = [
    ['status'],
    ['status', 'demo'],
    ['ls'],
    ['diff', 'hello.json'],
    ['deploy', 'hello.json'],
    ['run', 'watch', 'hello'],
    ['scale', 'hello', 'hello-web=2'],
    ['events', 'hello'],
    ['run', 'ls'],
    ['run', 'show', 'hello'],
    ['revision', 'diff', 'hello'],
    ['doctor'],
  ];
  for (const args of commands) {
    const { exitCode, output } = await run(...args);
    expect({ args, exitCode, output }).toMatchObject({ exitCode: args[0] === 'diff' ? 1 : 0 });
  }
});

test('a rollout that fails is described in Chinese', async () => {
  await writeHello({ ports: [{ port: 80 }], annotations: { 'kubemin.io/simulate': 'image-pull-error' } }, 'web:2');
  const failed = await run('deploy', 'hello.json');
  expect(failed.exitCode).toBe(1);
  expect(failed.output).toContain('无法拉取镜像');
  expect((await run('status', 'hello')).output).toContain('无法拉取镜像');
  const events = await run('events', 'hello');
  expect(events.output).toContain('无法拉取镜像');
  expect(events.output).toMatch(/Service hello-web 未开始: 运行在此之前已结束/);
  for (const args of [['run', 'show', 'hello'], ['run', 'ls'], ['doctor']]) await run(...args);
  expect(await run('rollback', 'hello', '--yes')).toMatchObject({ exitCode: 0 });
});

test('a document that is rejected is described in Chinese', async () => {
  await writeHello({ ports: [{ port: 99_999 }], colour: 'red' }, 3);
  for (const command of ['validate', 'deploy', 'diff']) {
    const { exitCode, output } = await run(command, 'hello.json');
    expect({ exitCode, output }).toMatchObject({ exitCode: 3, output: expect.stringContaining('INVALID_PORT') });
  }
  expect((await run('status', 'nothing')).exitCode).toBe(5);
  expect(await run('delete', 'hello', '--yes')).toMatchObject({ exitCode: 0 });
});

test('commands that fail are described in Chinese', async () => {
  const commands = [
    ['frobnicate'],
    ['deploy', '--colour', 'red'],
    ['scale', 'hello', 'hello-web=many'],
    ['scale', 'hello', 'nothing=1'],
    ['logs', 'hello/nothing'],
    ['logs', 'pod/nothing'],
    ['exec', 'hello'],
    ['run', 'show', '99'],
    ['rollback', 'hello', '99', '--yes'],
    ['cluster', 'check', 'nothing'],
    ['project', 'bind', 'shop', '--namespace', 'kube-system'],
    ['user', 'add', 'A B', '--role', 'viewer'],
  ];
  for (const args of commands) expect((await run(...args)).exitCode, args.join(' ')).not.toBe(0);
  const { exitCode, output } = await run('run', 'approve', '1');
  expect({ exitCode, output }).toMatchObject({ exitCode: 6, output: expect.stringContaining('已结束（已完成）') });
});

test('a configuration that is rejected is described in Chinese', async () => {
  const wrong = [
    '--msg-type',
    'rabbit',
    '--leader-lease-duration',
    '5s',
    '--duration',
    '1h',
    '--datastore-url',
    'ftp://x',
  ];
  const checked = await run('config', 'check', ...wrong);
  expect(checked.exitCode).toBe(2);
  for (const code of ['SETTING_INVALID', 'SETTINGS_CONFLICT', 'SETTING_WITHOUT_EFFECT', 'DATASTORE_URL_INVALID']) {
    expect(checked.output).toContain(code);
  }
  await writeFile(home.at('kubemin.yaml'), 'workflow: 3\nmesaging:\n  type: noop\n');
  expect((await run('config', 'check', '--config', 'kubemin.yaml')).exitCode).toBe(2);
  const started = await run('up', '--port', 'eighty');
  expect(started.exitCode).toBe(2);
  expect(started.output).toContain('“eighty”不是介于 0 与 65535 之间的整数');
  expect((await run('apiserver', '--secure-port', '70000')).exitCode).toBe(2);
  expect((await run('hub', '--concurrence', 'many')).exitCode).toBe(2);
});

test('the end is in Chinese', async () => {
  expect(await run('down')).toMatchObject({ exitCode: 0 });
});
