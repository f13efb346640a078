import { readFile, stat, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { runHere } from '../test-support/run-here.ts';

let home: KubeminHome;
beforeAll(async () => {
  home = await KubeminHome.create();
  await writeFile(home.at('passphrase.txt'), 'correct horse battery\n');
});
afterAll(() => home.remove());

const SEALED = ['--passphrase-file', 'passphrase.txt'];

function run(data: string, ...args: readonly string[]) {
  return runHere([...args, '--data-dir', home.at(data)], { cwd: home.path });
}

const SHOP = {
  name: 'shop',
  component: [
    { name: 'keys', type: 'secret', properties: { secret: { password: 'hunter2hunter2' } } },
    { name: 'web', type: 'webservice', image: 'web:1', properties: { ports: [{ port: 80 }] } },
  ],
};

describe('export, reset, import', () => {
  test('gives the same objects byte for byte, secrets and ids among them', async () => {
    await home.up();
    // The second application: neither its id nor the numbers of its components are those a fresh platform would give.
    await writeFile(home.at('first.json'), JSON.stringify({ ...SHOP, name: 'first', namespace: 'first' }));
    await writeFile(home.at('shop.json'), JSON.stringify(SHOP));
    for (const file of ['first.json', 'shop.json']) await run('data', 'deploy', file, '--no-wait');
    const before = (await run('data', 'render', 'shop.json', '-o', 'json')).stdout;
    expect(before).not.toContain('0'.repeat(24));

    expect(await run('data', 'export', 'shop', '-f', 'shop.kubemin', ...SEALED)).toMatchObject({ exitCode: 0 });
    const bundle = await readFile(home.at('shop.kubemin'), 'utf8');
    expect(bundle).not.toContain('hunter2');
    expect((await stat(home.at('shop.kubemin'))).mode & 0o777).toBe(0o600);
    await home.down();
    expect(await run('data', 'reset', '--yes')).toMatchObject({ exitCode: 0 });

    await home.up();
    expect(await run('data', 'import', 'shop.kubemin', ...SEALED, '--deploy', '-o', 'name')).toMatchObject({
      exitCode: 0,
      stdout: 'shop\n',
      stderr: expect.stringContaining('kubemin run watch'),
    });
    expect((await run('data', 'render', 'shop.json', '-o', 'json')).stdout).toBe(before);
    // The document with its secrets in plain words is what is stored: nothing would change.
    expect((await run('data', 'deploy', 'shop.json', '--no-wait')).stderr).toContain('unchanged');
  });

  test('a wrong passphrase, a damaged file and a missing passphrase are reported with a hint, and import nothing', async () => {
    await writeFile(home.at('other.txt'), 'something else entirely');
    expect(await run('data', 'import', 'shop.kubemin', '--passphrase-file', 'other.txt')).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('wrong passphrase for'),
    });
    expect(await run('data', 'import', 'shop.kubemin')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('KUBEMIN_PASSPHRASE'),
    });
    const text = await readFile(home.at('shop.kubemin'), 'utf8');
    await writeFile(home.at('bad.kubemin'), text.replace(/"data": "..../, '"data": "AAAA'));
    await writeFile(home.at('cut.kubemin'), text.slice(0, 200));
    for (const file of ['bad.kubemin', 'cut.kubemin']) {
      expect(await run('data', 'import', file, ...SEALED)).toMatchObject({
        exitCode: 3,
        stderr: expect.stringContaining('export or copy it again'),
      });
    }
    await writeFile(home.at('theirs.json'), JSON.stringify({ ...SHOP, description: 'other' }));
    await run('data', 'deploy', 'theirs.json', '--no-wait');
    expect(await run('data', 'import', 'shop.kubemin', ...SEALED)).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('nothing was imported'),
    });
  });

  test('R-23: an application leaves as document, manifests, kustomize and helm, secrets masked', async () => {
    expect((await run('data', 'export', 'shop', '--format', 'document')).stdout).toContain('********');
    // Stored from JSON: the file name decides.
    expect(await run('data', 'export', 'shop', '-f', 'shop.yaml')).toMatchObject({ exitCode: 0 });
    expect(await readFile(home.at('shop.yaml'), 'utf8')).toMatch(/^name: shop\n(.*\n)*component:\n {2}- name: keys\n/);
    expect(await run('data', 'validate', 'shop.yaml')).toMatchObject({ exitCode: 0 });
    expect((await run('data', 'export', 'shop', '--format', 'manifests')).stdout).toContain('kind: Deployment');
    expect(await run('data', 'export', 'shop', '--format', 'helm')).toMatchObject({ exitCode: 2 });
    expect(await run('data', 'export', 'shop', '--format', 'helm', '-f', 'chart')).toMatchObject({ exitCode: 0 });
    expect(await readFile(home.at('chart/Chart.yaml'), 'utf8')).toContain('name: shop');
    const under = ['--format', 'helm', '-f', 'shop.json/chart'];
    expect(await run('data', 'export', 'shop', ...under)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/cannot be written: is not a directory.*\n.*writable directory/),
    });
    expect(await run('data', 'export')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--all') });
  });
});

describe('files of other tools', () => {
  test('a Compose file becomes a valid document, with its variables and files, and notes of what is lost', async () => {
    await writeFile(home.at('.env'), 'TAG=1.27\n');
    await writeFile(home.at('web.env'), 'MODE=fast\n');
    await writeFile(
      home.at('compose.yaml'),
      'services:\n  web:\n    image: nginx:$TAG\n    ports: ["8080:80"]\n    env_file: web.env\n    privileged: true\n    build: .\n',
    );
    const imported = await run('none', 'import', 'compose.yaml', '-f', 'imported.yaml', '--name', 'mine');
    expect(imported).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/Docker Compose → imported\.yaml/) });
    expect(imported.stderr).toContain('services.web.build');
    const text = await readFile(home.at('imported.yaml'), 'utf8');
    expect(text).toContain('name: mine');
    expect(text).toContain('nginx:1.27');
    expect(text).toContain('MODE: fast');
    expect(await run('none', 'validate', 'imported.yaml')).toMatchObject({ exitCode: 0 });
    expect(await run('none', 'import', 'compose.yaml', '-f', 'imported.yaml')).toMatchObject({ exitCode: 6 });
  });

  test('what is a document already, and what is nothing, is refused with what to do', async () => {
    expect(await run('none', 'import', 'imported.yaml', '-f', '-')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('kubemin --data-dir none deploy imported.yaml'),
    });
    expect(await run('none', 'import', 'passphrase.txt', '-f', '-')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('Docker Compose, Score'),
    });
  });
});
