import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { TestSuite } from './test-suites.ts';

/** Where the bundles are in the checkout of the machine: other packages are found from there. */
export const BUNDLE_DIRECTORY = '.virtual-machine';

/** Bundles test files: an emulated processor needs minutes to load hundreds of sources. */
export async function bundleTests(suites: readonly TestSuite[], checkout: string, directory: string): Promise<void> {
  const setup = 'core/testing/src/test-support';
  const entries = [
    ...suites.map(({ name, file }) => [`${name}.test`, file] as const),
    ['global-setup', `${setup}/global-setup.ts`],
    ['test-file-setup', `${setup}/test-file-setup.ts`],
    ['vitest.config', 'scripts/virtual-machine/guest-config.ts'],
  ] as const;
  await build({
    entryPoints: Object.fromEntries(
      entries.flatMap(([name, file]) => {
        const path = join(checkout, file);
        if (!existsSync(path)) throw new Error(`${file} is not there`);
        return [[name, path]];
      }),
    ),
    outdir: join(directory, BUNDLE_DIRECTORY),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    logLevel: 'warning',
    plugins: [ownPackages, ownPlaces(checkout)],
  });
}

/** Packages of this project are bundled, those of others are found in the checkout. */
const ownPackages: Plugin = {
  name: 'own-packages',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      path.startsWith('@kubemin/') ? undefined : { path, external: true },
    );
  },
};

/** A source finds other files by its own place, which is not that of the bundle. */
function ownPlaces(checkout: string): Plugin {
  return {
    name: 'own-places',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (!path.startsWith(checkout)) return undefined;
        const contents = (await readFile(path, 'utf8'))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
          .replaceAll('import.meta.filename', JSON.stringify(path));
        return { contents, loader: 'ts' };
      });
    },
  };
}
