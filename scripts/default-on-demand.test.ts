import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from '@kubemin/testing';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultOnDemand } from './default-on-demand.ts';

const PACKAGES = {
  'common/package.json': '{ "name": "common", "main": "index.js" }',
  'common/index.js': 'exports.taken = 1;',
  // Its modules have a manifest of their own.
  'both/package.json': '{ "name": "both", "exports": { "import": "./esm/index.js", "require": "./index.js" } }',
  'both/index.js': 'exports.taken = 1;',
  'both/esm/package.json': '{ "type": "module" }',
  'both/esm/index.js': 'export const taken = 1;',
};

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  directory = await temporaryDirectory();
  for (const [path, text] of Object.entries(PACKAGES)) {
    const file = join(directory.path, 'node_modules', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
});
afterAll(() => directory.remove());

async function problems(source: string): Promise<readonly string[]> {
  const entry = join(directory.path, 'program.ts');
  await writeFile(entry, source);
  const built = build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    plugins: [defaultOnDemand],
  });
  return built.then(
    () => [],
    ({ errors }) => errors.map(({ text }: { readonly text: string }) => text),
  );
}

test.each([
  `const { taken } = await import('common'); taken;`,
  `const { taken } = await import("common"); taken;`,
  'const { taken } = await import(`common`); taken;',
  `const all = await import('common'); all.taken;`,
  `(await import('common')).taken;`,
  `import('common').then(({ taken }) => taken);`,
  `const [{ taken }] = await Promise.all([import('common'), import('both')]); taken;`,
  `export const load = () => import('common');`,
  `const { default: first } = await import('common').then((all) => ({ default: all.taken })); first;`,
  `const { default: right } = await import('common'); right; import('common').then(({ taken }) => taken);`,
  `const { default: right, taken } = await import('common'); right; taken;`,
  `// { default: right } = await import('common')\nimport('common').then(({ taken }) => taken);`,
])('a name may be taken by %s', async (source) => {
  const text = "'common' is CommonJS: write const { default: name } = await import('common')";
  expect(new Set(await problems(source))).toEqual(new Set([text]));
});

test.each([
  `const { default: common } = await import('common'); common.taken;`,
  `async function load() {\n  await import("common");\n  const { default: common } = await import("common");\n  return common.taken;\n}\nload();`,
  `type All = typeof import('common'); // import('common').then\nconst { default: common } = await import('common'); common as All;`,
  `const { taken } = await import('both'); taken;`,
  `const { join } = await import('node:path'); join;`,
])('nothing is missing from %s', async (source) => {
  expect(await problems(source)).toEqual([]);
});
