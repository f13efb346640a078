import { readFile, stat, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { runHere } from '../test-support/run-here.ts';

let home: KubeminHome;
beforeAll(async () => {
  home = await KubeminHome.create();
});
afterAll(() => home.remove());

const run = (...args: readonly string[]) => runHere([...args, '--data-dir', home.at()], { cwd: home.path });

async function writeDocument(name: string, text: string): Promise<string> {
  await writeFile(home.at(name), text);
  return name;
}

describe('without a platform', () => {
  test('every problem of a document is reported with line and column, and the exit code is 3', async () => {
    const file = await writeDocument(
      'bad.yaml',
      'name: shop\ncomponent:\n  - name: web\n    type: webservise\n  - type: webservice\n',
    );
    const checked = await run('validate', file);
    expect(checked).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('bad.yaml has') });
    expect(checked.stdout).toMatch(/bad\.yaml:4:\d+ error \w+ component\[0\]\.type/);
    expect(checked.stdout).toMatch(/bad\.yaml:5:\d+ error \w+ component\[1\]/);
    expect(JSON.parse((await run('validate', file, '-o', 'json')).stdout)).toMatchObject({ file, valid: false });
  });

  test('a document is valid, and rendered under an id of zeros with its secrets masked', async () => {
    const file = await writeDocument(
      'good.yaml',
      'name: shop\ncomponent:\n  - name: web\n    type: webservice\n    image: web:1\n  - name: key\n    type: secret\n    properties: { secret: { password: hunter2hunter2 } }\n',
    );
    expect(await run('validate', file)).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('is valid') });
    const rendered = await run('render', file, '-o', 'json');
    expect(rendered).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('no platform is running') });
    expect(rendered.stdout).toContain('0'.repeat(24));
    expect(rendered.stdout).not.toMatch(/hunter2|aHVudGVyMmh1bnRlcjI/);
    expect(await run('render', 'bad.yaml')).toMatchObject({ exitCode: 3, stdout: '' });
  });

  test('a missing document and an unknown schema are reported with a hint', async () => {
    expect(await run('validate', 'none.yaml')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('check the path'),
    });
    expect(await run('validate')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('kubemin init') });
    expect(await run('schema', 'probs')).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('did you mean probes?'),
    });
  });

  test('the schema is a JSON Schema, and each type, trait and step a table of fields in both languages', async () => {
    expect(JSON.parse((await run('schema')).stdout)).toHaveProperty('$schema');
    expect((await run('schema', '-o', 'name')).stdout.split('\n')).toEqual(
      expect.arrayContaining(['webservice', 'probes']),
    );
    expect((await run('schema', 'storage')).stdout).toMatch(/^FIELD +REQUIRED +DEFAULT +MEANING\n/);
    expect((await run('schema', 'storage', '--lang', 'zh')).stdout).toMatch(/^字段/);
  });
});

describe('with a platform', () => {
  beforeAll(async () => {
    await home.up();
  });

  test('a template is listed, shown and used for a document that deploys', async () => {
    await writeDocument(
      'template.yaml',
      'name: stack\ntmpEnable: true\ncomponent:\n  - { name: cache, type: webservice, image: "cache:1" }\n',
    );
    expect(await run('template', 'ls')).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('no templates') });
    await run('deploy', 'template.yaml', '--no-wait');
    expect((await run('template', 'ls', '-o', 'name')).stdout).toBe('stack\n');
    expect((await run('template', 'show', 'stack')).stdout).toContain('cache:1');
    expect(await run('template', 'use', 'stack', '--name', 'mine', '-f', 'mine.yaml')).toMatchObject({ exitCode: 0 });
    expect(await readFile(home.at('mine.yaml'), 'utf8')).toContain('target: cache');
    expect(await run('template', 'use', 'stack', '--name', 'mine', '-f', 'mine.yaml')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('overwrite it with --yes'),
    });
    await writeDocument('lost.yaml', 'name: lost\ncomponent:\n  - template: { id: missing }\n');
    expect(await run('validate', 'lost.yaml')).toMatchObject({ exitCode: 0 });
    expect(await run('validate', 'lost.yaml', '--platform')).toMatchObject({
      exitCode: 3,
      stdout: expect.stringContaining('TEMPLATE_NOT_FOUND'),
    });
    expect((await run('render', 'mine.yaml', '-o', 'name')).stdout).toContain('Deployment/');
    await writeDocument('plain.yaml', 'name: plain\ncomponent:\n  - { name: web, type: webservice, image: "web:1" }\n');
    await run('deploy', 'plain.yaml', '--no-wait');
    expect(await run('template', 'save', 'plain')).toMatchObject({ exitCode: 0, stdout: 'plain\n' });
    expect((await run('template', 'ls', '-o', 'name')).stdout.split('\n')).toContain('plain');
    expect(await run('template', 'use', 'none')).toMatchObject({ exitCode: 5 });
  });

  test('a template with parameters lists them, and is used with values from options and files', async () => {
    await writeDocument(
      'store.yaml',
      `name: store
tmpEnable: true
parameters:
  - { name: password, type: secret, required: true, fields: ['component[keys].properties.secret.password'] }
  - { name: copies, type: integer, maximum: 3, fields: ['component[db].replicas'] }
component:
  - { name: keys, type: secret, properties: { secret: { password: change-me } } }
  - { name: db, type: store, image: 'db:1' }
`,
    );
    await run('deploy', 'store.yaml', '--no-wait');
    const shown = await run('template', 'show', 'store');
    expect(shown.stderr).toMatch(/PARAMETER +TYPE +REQUIRED +DEFAULT/);
    expect(shown.stderr).toMatch(/copies +integer \.\.3 +1/);
    expect(shown.stdout).not.toContain('change-me');
    expect((await run('template', 'show', 'store', '--parameters', '-o', 'name')).stdout).toBe('password\ncopies\n');

    const use = (...more: readonly string[]) =>
      run('template', 'use', 'store', '--name', 'shop', '-f', 'used.yaml', ...more);
    const refused = await use('--set', 'copies=many', '--set', 'copy=1');
    expect(refused).toMatchObject({ exitCode: 3, stdout: '' });
    for (const code of ['UNKNOWN_PARAMETER', 'MISSING_PARAMETER', 'INVALID_PARAMETER_VALUE']) {
      expect(refused.stderr).toContain(code);
    }
    expect(refused.stderr).toContain('--set NAME=VALUE');
    expect(await use('--set', 'copies')).toMatchObject({ exitCode: 2 });
    await writeDocument('values.yaml', 'copies: 3\n');
    await writeDocument('password.txt', 'hunter2hunter2\n');
    expect(
      await use('--values', 'values.yaml', '--set-file', 'password=password.txt', '--set', 'copies=2'),
    ).toMatchObject({
      exitCode: 0,
    });
    const used = await readFile(home.at('used.yaml'), 'utf8');
    expect(used).toContain('copies: 2');
    expect(used).toContain('password: hunter2hunter2');
    expect((await stat(home.at('used.yaml'))).mode & 0o777).toBe(0o600);
    expect(await run('deploy', 'used.yaml', '--no-wait')).toMatchObject({ exitCode: 0 });
  });
});
