import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runHere } from '../test-support/run-here.ts';

let directory: TemporaryDirectory;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory.remove());

async function kubemin(text: string, ...args: readonly string[]) {
  await writeFile(join(directory.path, 'app.yaml'), text);
  return runHere(args, { cwd: directory.path });
}

const MISSPELT = 'name: shop\ncomponent:\n  - { name: web, type: webservice, image: "nginx:1.27", replica: 2 }\n';

test('R-15: deploy, validate and render refuse a misspelt field with its line, and --lenient keeps it', async () => {
  for (const args of [
    ['deploy', 'app.yaml'],
    ['validate', 'app.yaml'],
    ['render', 'app.yaml', '--offline'],
  ]) {
    const { exitCode, stdout, stderr } = await kubemin(MISSPELT, ...args);
    expect(exitCode, args.join(' ')).toBe(3);
    expect(`${stdout}${stderr}`).toContain('app.yaml:3:57 error UNKNOWN_FIELD component[0].replica');
    expect(`${stdout}${stderr}`).toContain('Rename it to "replicas".');
    expect(stderr).toContain('--lenient keeps unknown fields');
  }
  const validated = await kubemin(MISSPELT, 'validate', 'app.yaml', '--lenient');
  expect(validated.exitCode).toBe(0);
  expect(validated.stdout).toContain('warning UNKNOWN_FIELD');
  expect((await kubemin(MISSPELT, 'render', 'app.yaml', '--offline', '--lenient')).stdout).toContain(
    'kind: Deployment',
  );
});

test('R-15: import names the problems of an application document instead of an unknown format', async () => {
  const { exitCode, stderr } = await kubemin(MISSPELT, 'import', 'app.yaml');
  expect(exitCode).toBe(3);
  expect(stderr).toContain('error UNKNOWN_FIELD component[0].replica');
  expect(existsSync(join(directory.path, 'kubemin.yaml'))).toBe(false);
});

test('R-15: import of another tool’s file warns about what it does not know', async () => {
  const { exitCode, stderr } = await kubemin('services: { web: { image: nginx, protz: 1 } }\n', 'import', 'app.yaml');
  expect(exitCode).toBe(0);
  expect(stderr).toContain('services.web.protz');
});

test('R-15: a syntax error shows file, line, the line itself, a caret and plain words, wherever a document is read', async () => {
  for (const args of [
    ['validate', 'app.yaml'],
    ['deploy', 'app.yaml'],
    ['render', 'app.yaml', '--offline'],
    ['add', 'component', '--image', 'redis:7', '--yes', '-f', 'app.yaml'],
  ]) {
    const { exitCode, stdout, stderr } = await kubemin('name: shop\ncomponent:\n  - name: "web\n', ...args);
    expect(exitCode, args.join(' ')).toBe(3);
    expect(`${stdout}${stderr}`).toContain('app.yaml:3:11 error INVALID_DOCUMENT (document):');
    expect(`${stdout}${stderr}`).toContain('      3 |   - name: "web\n        |           ^\n');
    expect(`${stdout}${stderr}`).toContain('This " is never closed.');
  }
  const imported = await kubemin('services:\n\tweb: {}\n', 'import', 'app.yaml');
  expect(imported.stderr).toContain('line 2, column 1: This line is indented with a tab');
  expect(imported.stderr).toContain('2 | →web: {}\n  | ^');
});

test('R-15: a pasted Compose file or manifest is recognised, and the advice works as typed', async () => {
  const compose = await kubemin('services: { web: { image: nginx } }\n', 'deploy', 'app.yaml');
  expect(compose.exitCode).toBe(3);
  expect(compose.stderr).toContain('This is a Compose file');
  const command = /Run "kubemin ([^"]+)"/.exec(compose.stderr)?.[1]?.split(' ') ?? [];
  expect(command).toEqual(['import', 'app.yaml']);
  expect((await runHere(command, { cwd: directory.path })).exitCode).toBe(0);
  const manifest = 'apiVersion: v1\nkind: Service\nmetadata: { name: web }\n';
  expect((await kubemin(manifest, 'validate', 'app.yaml')).stdout).toContain('"kubemin apply -f app.yaml"');
});
