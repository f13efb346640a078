import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');

/** The packages that others build upon, each after those it needs. */
export const LIBRARIES = [
  'core/base',
  'core/kubeapi',
  'core/kube',
  'cluster/controller',
  'platform/model',
  'platform/render',
  'platform/plugin',
] as const;

/** What they are tested with; the checkout itself can be installed by an older one. */
const ENGINES = { node: '>=24' };

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/**
 * Packs the libraries as npm would install them, JavaScript with declarations, into `directory`; returns the paths of
 * the tarballs. In the checkout they are TypeScript, which Node runs everywhere but below node_modules.
 */
export async function packLibraries(directory: string): Promise<readonly string[]> {
  const cache = join(ROOT, 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  // Below the checkout, so that the compiler finds the types of Node.
  const work = await mkdtemp(join(cache, 'pack-'));
  try {
    await compile(work);
    const stages: string[] = [];
    for (const library of LIBRARIES) stages.push(await stage(library, work));
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', directory, ...stages]);
    return packedFiles(JSON.parse(stdout)).map((file) => join(directory, file));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function compile(work: string): Promise<void> {
  const settings = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      // `npm run types` checks them; declarations are the same without.
      noCheck: true,
      incremental: false,
      tsBuildInfoFile: null,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      allowImportingTsExtensions: false,
      rootDir: ROOT,
      outDir: join(work, 'out'),
    },
    include: LIBRARIES.map((library) => join(ROOT, library, 'src')),
    exclude: LIBRARIES.flatMap((library) =>
      ['**/*.test.ts', '**/test-support'].map((pattern) => join(ROOT, library, 'src', pattern)),
    ),
  };
  const project = join(work, 'tsconfig.json');
  await writeFile(project, JSON.stringify(settings));
  await run(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', project, '--singleThreaded'], { cwd: ROOT });
}

/** Lays one package out as it is packed. */
async function stage(library: string, work: string): Promise<string> {
  const directory = join(work, 'stage', library);
  await mkdir(directory, { recursive: true });
  await rename(join(work, 'out', library, 'src'), join(directory, 'dist'));
  const manifest: Manifest = JSON.parse(await readFile(join(ROOT, library, 'package.json'), 'utf8'));
  const packed = { ...manifest, exports: builtExports(manifest.exports), files: ['dist'], engines: ENGINES };
  await writeFile(join(directory, 'package.json'), `${JSON.stringify(packed, undefined, 2)}\n`);
  await copyFile(join(ROOT, 'LICENSE'), join(directory, 'LICENSE'));
  return directory;
}

function builtExports(exports: Manifest['exports']): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(exports).map(([subpath, source]) => {
      const built = source.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, '');
      return [subpath, { types: `${built}.d.ts`, default: `${built}.js` }];
    }),
  );
}

function packedFiles(report: unknown): readonly string[] {
  const packs = Array.isArray(report) ? report : Object.values(report ?? {});
  return packs.flatMap((pack: unknown) =>
    typeof pack === 'object' && pack !== null && 'filename' in pack && typeof pack.filename === 'string'
      ? [pack.filename]
      : [],
  );
}
