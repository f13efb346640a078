import { chmod, readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { runHere } from '../test-support/run-here.ts';

let home: KubeminHome;
beforeAll(async () => {
  home = await KubeminHome.create();
});
afterAll(() => home.remove());

const DOCUMENT =
  '# Ours.\nname: shop\ncomponent:\n  # The front.\n  - name: web\n    type: webservice\n    image: web:1\n';
const run = (...args: readonly string[]) => runHere([...args, '--data-dir', home.at()], { cwd: home.path });
const written = (name = 'kubemin.yaml') => readFile(home.at(name), 'utf8');

describe('adding to a document', () => {
  test('components, traits and steps come to it by options alone, and its comments stay', async () => {
    await writeFile(home.at('kubemin.yaml'), DOCUMENT);
    expect(await run('add', 'component', 'cache', '--image', 'redis:7', '--port', '6379')).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('added component cache'),
    });
    const mount = ['--set', '1.name=data', '--set', '1.type=ephemeral', '--set', '1.mountPath=/data'];
    expect(await run('add', 'trait', 'storage', '--component', 'cache', ...mount)).toMatchObject({ exitCode: 0 });
    const other = mount.map((each) => each.replace(/data/g, 'logs'));
    expect(await run('add', 'trait', 'Storage', '--component', 'cache', ...other)).toMatchObject({ exitCode: 0 });
    const ask = ['add', 'step', 'ask', '--type', 'approval', '--set', 'properties.message=Go on?'];
    expect(await run(...ask)).toMatchObject({ exitCode: 0 });
    const text = await written();
    expect(text).toContain('# Ours.');
    expect(text).toContain('# The front.');
    expect(text).toMatch(/mountPath: \/data[\s\S]*mountPath: \/logs/);
    // The order the components had without a workflow is still there.
    expect(text).toMatch(/workflow:[\s\S]*- web[\s\S]*- cache[\s\S]*name: ask/);
    expect(await run('validate')).toMatchObject({ exitCode: 0 });
  });

  test('JSON stays JSON', async () => {
    await writeFile(home.at('shop.json'), '{ "name": "shop", "component": [] }');
    expect(await run('add', 'component', 'web', '--image', 'web:1', '-f', 'shop.json')).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(await written('shop.json'))).toMatchObject({ component: [{ name: 'web', image: 'web:1' }] });
    await writeFile(home.at('noted.json'), '{ "name": "shop", /* ours */ "component": [] }');
    expect(await run('add', 'component', 'web', '--image', 'web:1', '-f', 'noted.json')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('YAML instead'),
    });
  });

  test('what is missing is named by its option, what will not do is refused, and the file stays as it was', async () => {
    const before = await written();
    const refused: readonly (readonly [readonly string[], number, string])[] = [
      [['add', 'component', 'api'], 2, '--image'],
      [['add', 'component', 'web', '--image', 'web:2'], 2, 'web'],
      [['add', 'component', 'api', '--image', 'api:1', '--set', 'colour=red'], 2, 'colour'],
      [['add', 'trait', 'probez', '--component', 'web'], 2, 'probes'],
      [['add', 'trait', 'resources'], 2, '--component'],
      [['add', 'step', 'late'], 2, '--components'],
    ];
    for (const [args, exitCode, hint] of refused) {
      expect(await run(...args), args.join(' ')).toMatchObject({ exitCode, stderr: expect.stringContaining(hint) });
    }
    expect(await written()).toBe(before);
    await writeFile(home.at('broken.yaml'), 'name: shop\ncomponent: 7\n');
    expect(await run('add', 'component', 'api', '--image', 'api:1', '-f', 'broken.yaml')).toMatchObject({
      exitCode: 3,
    });
  });
});

describe('editing', () => {
  const editor = async (name: string, script: string) => {
    await writeFile(home.at(name), `#!/bin/sh\n${script}\n`);
    await chmod(home.at(name), 0o755);
    return home.at(name);
  };
  const edit = (EDITOR: string, target: string) =>
    runHere(['edit', target, '--data-dir', home.at()], {
      cwd: home.path,
      env: { EDITOR, TMPDIR: home.path, ...(process.env.PATH !== undefined && { PATH: process.env.PATH }) },
    });

  test('a document is opened in the editor and checked', async () => {
    await writeFile(home.at('kubemin.yaml'), DOCUMENT);
    const better = await editor('better', 'sed -i s/web:1/web:2/ "$1"');
    expect(await edit(better, 'kubemin.yaml')).toMatchObject({ exitCode: 0 });
    expect(await written()).toContain('web:2');
    expect(
      await edit(await editor('worse', 'echo "kind: 7" >> "$1"; sed -i s/webservice/webservise/ "$1"'), 'kubemin.yaml'),
    ).toMatchObject({ exitCode: 3 });
    expect(await edit('', 'kubemin.yaml')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('EDITOR') });
  });

  test('a stored application becomes a new revision, and nothing that was typed is lost when it cannot', async () => {
    await home.up();
    await writeFile(home.at('kubemin.yaml'), DOCUMENT);
    await run('deploy', 'kubemin.yaml', '--no-wait');
    const better = await editor('better', 'sed -i s/web:1/web:2/ "$1"');
    expect(await edit(better, 'shop')).toMatchObject({ exitCode: 0, stdout: '2\n' });
    expect(await edit(better, 'shop')).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('nothing was changed'),
    });

    const invalid = await edit(await editor('worse', 'sed -i s/webservice/webservise/ "$1"'), 'shop');
    expect(invalid).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('your changes are saved in') });

    // While the editor is open, another user deploys.
    await writeFile(home.at('theirs.yaml'), DOCUMENT.replace('web:1', 'web:3'));
    const kubemin = new URL('../../../../bin/kubemin', import.meta.url).pathname;
    const slow = await editor(
      'slow',
      `"${kubemin}" deploy theirs.yaml --no-wait --data-dir "${home.at()}" >/dev/null 2>&1; sed -i s/web:2/web:4/ "$1"`,
    );
    const late = await edit(slow, 'shop');
    expect(late).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('changed by another user') });
    const [, kept = ''] = /your changes are saved in (\S+)/.exec(late.stderr) ?? [];
    expect(await readFile(kept, 'utf8')).toContain('web:4');
  });
});
