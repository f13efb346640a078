import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ExitCode } from '../terminal/errors/cli-error.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { runHere } from '../test-support/run-here.ts';

let home: KubeminHome;
beforeAll(async () => {
  home = await KubeminHome.create();
  await home.up();
});
afterAll(() => home.remove());

const PAGE = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'exit-codes.md');
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runHere(args, { cwd: home.path, env: { KUBEMIN_HOME: home.at(), ...env } });

async function writeDocument(document: object): Promise<string> {
  const file = home.at('app.json');
  await writeFile(file, JSON.stringify(document));
  return file;
}
const web = { name: 'web', type: 'webservice', image: 'web:1', properties: { ports: [{ port: 80 }] } };
const asking = {
  name: 'asking',
  component: [web],
  workflow: [{ name: 'ask', type: 'approval', properties: { message: 'Go?' } }, { name: 'web' }],
};

test('the page lists the codes there are, and no others', async () => {
  const listed = [...(await readFile(PAGE, 'utf8')).matchAll(/^\| (\d+) /gm)].map(([, code]) => Number(code));
  expect(listed).toEqual([...new Set(Object.values(ExitCode))]);
});

test('0, 1, 124 and 130: a run that ends well, one that does not, and two that are left', async () => {
  const file = await writeDocument(asking);
  expect(await run(['deploy', file, '--timeout', '1s'])).toMatchObject({ exitCode: 124 });
  const watching = home.start('run', 'watch', 'asking', '--data-dir', home.at());
  await watching.waitForOutput('Go?');
  expect(await watching.end('SIGTERM')).toMatchObject({
    exitCode: 130,
    stderr: expect.stringMatching(/the run continues\n {2}kubemin run watch \w+ .*\n {2}kubemin run cancel \w+ /),
  });
  const rejected = home.start('run', 'watch', 'asking', '--data-dir', home.at());
  await rejected.waitForOutput('Go?');
  await run(['run', 'reject', 'asking']);
  expect(await rejected.finished()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('run rejected') });
  expect(await run(['deploy', await writeDocument({ name: 'shop', component: [web] })])).toMatchObject({ exitCode: 0 });
});

test('2, 3, 4, 5 and 6: what is wrong with what was asked', async () => {
  expect(await run(['depoly'])).toMatchObject({ exitCode: 2 });
  expect(await run(['delete', 'asking', '--no-input'])).toMatchObject({ exitCode: 2 });
  const wrong = { name: 'wrong', component: [{ ...web, type: 'webservic' }] };
  expect(await run(['deploy', await writeDocument(wrong)])).toMatchObject({ exitCode: 3 });
  const { stdout } = await run(['status', '-o', 'json']);
  const url = /"platform": *"(http:[^"]+)"/.exec(stdout)?.[1] ?? '';
  expect(await run(['ls'], { KUBEMIN_URL: url, KUBEMIN_TOKEN: 'wrong' })).toMatchObject({ exitCode: 4 });
  expect(await run(['run', 'show', 'ghost'])).toMatchObject({ exitCode: 5 });
  expect(await run(['rollback', 'asking', '--yes'])).toMatchObject({ exitCode: 6 });
});

test('diff: 0 the same, 1 different, 2 or more for trouble that is 1 elsewhere', async () => {
  const file = await writeDocument({ name: 'compared', component: [{ ...web, name: 'compared-web' }] });
  expect(await run(['diff', file])).toMatchObject({ exitCode: 1 });
  await run(['deploy', file]);
  expect(await run(['diff', file])).toMatchObject({ exitCode: 0 });
  expect(await run(['diff', 'ghost'])).toMatchObject({ exitCode: 5 });
  const unreachable = { KUBEMIN_URL: `http://127.0.0.1:${await freePort()}`, KUBEMIN_TOKEN: 'any' };
  expect(await run(['ls'], unreachable)).toMatchObject({ exitCode: 1 });
  expect(await run(['diff', file], unreachable)).toMatchObject({ exitCode: 2 });
});
