import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { kubemin } from '../test-support/kubemin-command.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';

let home: KubeminHome;
beforeEach(async () => {
  home = await KubeminHome.create();
});
afterEach(() => home.remove());

const run = (...args: readonly string[]) => kubemin([...args, '--data-dir', home.at()]);

async function documentFile(image: string): Promise<string> {
  const file = home.at('shop.json');
  const web = { name: 'web', type: 'webservice', image, properties: { ports: [{ port: 80 }] } };
  await writeFile(file, JSON.stringify({ name: 'shop', component: [web] }));
  return file;
}

test('what a document comes to, and what deploying, changing and rolling back would do, can be seen beforehand', async () => {
  await home.up();
  const file = await documentFile('web:1');
  expect(await run('render', file)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^---\napiVersion: apps\/v1\n/),
  });
  await run('deploy', file);
  expect(await run('diff', 'shop')).toMatchObject({
    exitCode: 0,
    stdout: 'Nothing to do: the cluster matches the document.\n',
  });

  await documentFile('web:2');
  expect(await run('diff', file)).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(/spec\.template\.spec\.containers\[web\]\.image: "web:1" → "web:2"\n/),
  });
  await run('deploy', file);
  for (const revisions of [[], ['2'], ['1', '2']]) {
    expect((await run('revision', 'diff', 'shop', ...revisions)).stdout).toContain(
      'component "web": image changed from "web:1" to "web:2"',
    );
  }
  expect((await run('revision', 'diff', 'shop', '2', '1')).stdout).toContain('from "web:2" to "web:1"');
  expect(await run('revision', 'diff', 'shop', '1')).toMatchObject({
    exitCode: 5,
    stderr: expect.stringMatching(/no revision before 1[\s\S]*kubemin --data-dir \S+ revision diff shop 1 2/),
  });
  expect((await run('revision', 'show', 'shop', '1')).stdout).toContain('"image": "web:1"');
  const back = await run('rollback', 'shop', '--dry-run');
  expect(back).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('rolls back to revision 1') });
  expect(back.stdout).toMatch(/image: "web:2" → "web:1"\n[\s\S]*1 to update/);
});
