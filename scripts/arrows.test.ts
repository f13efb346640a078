import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Which packages a package may import directly; what those may import comes with them. Mirrors docs/architecture.md. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'core/base': [],
  'core/kubeapi': ['core/base'],
  'core/kube': ['core/kubeapi'],
  'core/sql': ['core/base'],
  'platform/model': ['core/base'],
  'platform/render': ['platform/model', 'core/kubeapi'],
  'platform/convert': ['platform/render'],
  'platform/plugin': ['platform/render'],
  'platform/engine': ['platform/model', 'platform/render', 'core/kube', 'core/sql'],
  'platform/client': ['platform/model'],
  'platform/server': ['platform/engine', 'platform/client'],
  'cluster/apiserver': ['core/kubeapi'],
  'cluster/controller': ['core/kube'],
  'cluster/controllers': ['cluster/controller'],
  'cluster/node': ['cluster/controller'],
  'cluster/functions': ['cluster/controller'],
  'cluster/samples': ['cluster/controller'],
  'apps/console': ['platform/client', 'platform/convert', 'platform/plugin'],
};
/** May import everything: the harness, and what people start. */
const EVERYTHING = ['core/testing', 'apps/cli'];
/** Pure packages also run in a browser. */
const NO_NODE = ['platform/model', 'platform/render', 'platform/convert', 'platform/client', 'apps/console'];
/** Translates what servers send by code: may also import the catalogues of packages, which import nothing of theirs. */
const ALL_MESSAGES = ['apps/console'];

/** Each file that it exports keeps the libraries of one kind of test away from the other tests. */
const NO_MODULES = ['core/testing'];

const root = join(import.meta.dirname, '..');
const PLANES = ['core', 'platform', 'cluster', 'apps'];
const packages = PLANES.flatMap((plane) =>
  existsSync(join(root, plane)) ? readdirSync(join(root, plane)).map((name) => `${plane}/${name}`) : [],
);
const packageDirectories = new Map(packages.map((directory) => [`@kubemin/${directory.split('/')[1]}`, directory]));

interface Import {
  readonly file: string;
  readonly specifier: string;
}

function findPackageImports(directory: string): readonly Import[] {
  return findImportsBelow(join(root, directory, 'src'));
}

function findImportsBelow(source: string): readonly Import[] {
  if (!existsSync(source)) return [];
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  return files.flatMap((name) => {
    const file = join(source, name);
    const text = readFileSync(file, 'utf8');
    const found = text.matchAll(/(?:^(?:import|export)\b[^'\n]*\bfrom|^\} from|^import|\bimport\()\s*'([^'\n]+)'/gm);
    return [...found].map((match) => ({ file: relative(root, file), specifier: match[1] ?? '' }));
  });
}

function reachable(directory: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (at: string): void => {
    for (const next of MAY_IMPORT[at] ?? []) {
      if (!seen.has(next)) {
        seen.add(next);
        visit(next);
      }
    }
  };
  visit(directory);
  return seen;
}

interface Manifest {
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The package behind an import, or undefined for the project's own files and Node's modules. */
function importedPackage(specifier: string): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Test code and what only tests use may reach for the harness. */
const isTest = (file: string): boolean => /\.test\.ts$/.test(file) || file.split(sep).includes('test-support');

function wrongArrows(directory: string): readonly string[] {
  const allowed = reachable(directory);
  return findPackageImports(directory).flatMap(({ file, specifier }) => {
    if (specifier.startsWith('.') && !join(file, '..', specifier).startsWith(`${join(directory, 'src')}${sep}`)) {
      return [`${file} reaches into another package by path: ${specifier}`];
    }
    if (NO_NODE.includes(directory) && specifier.startsWith('node:') && !isTest(file)) {
      return [`${file} imports ${specifier}, but ${directory} must run in a browser`];
    }
    const [scope, name] = specifier.split('/');
    const target = scope === '@kubemin' ? packageDirectories.get(`@kubemin/${name}`) : undefined;
    if (scope === '@kubemin' && target === undefined) return [`${file} imports ${specifier}, which does not exist`];
    if (target === undefined || target === directory || allowed.has(target)) return [];
    if (ALL_MESSAGES.includes(directory) && specifier.endsWith('/messages')) return [];
    return isTest(file) && target === 'core/testing'
      ? []
      : [`${file} imports ${specifier}: ${directory} may not import ${target}`];
  });
}

/** The files that other modules may import; a generated file has no other file to stand for it. */
const isEntry = (file: string): boolean => basename(file) === 'index.ts' || file.endsWith('.gen.ts');

/** The folder of the module that a file belongs to: the nearest one with an entry file, or the sources of the package. */
function moduleOf(file: string, source: string): string {
  if (file.endsWith('.gen.ts')) return join(source, 'generated');
  let folder = dirname(file);
  while (folder !== source && !existsSync(join(root, folder, 'index.ts'))) folder = dirname(folder);
  return folder;
}

interface ModuleImport {
  readonly file: string;
  readonly target: string;
  readonly from: string;
  readonly to: string;
}

/** Imports between modules of one package; tests may import any file of their own package. */
function moduleImports(directory: string): readonly ModuleImport[] {
  const source = join(directory, 'src');
  return findPackageImports(directory).flatMap(({ file, specifier }) => {
    const target = join(dirname(file), specifier);
    if (!specifier.startsWith('.') || !target.startsWith(`${source}${sep}`) || isTest(file)) return [];
    const [from, to] = [moduleOf(file, source), moduleOf(target, source)];
    return from === to ? [] : [{ file, target, from, to }];
  });
}

/** What keeps the modules of a package from being separate. */
function moduleProblems(directory: string): readonly string[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, directory, 'package.json'), 'utf8'));
  const exported = Object.entries(manifest.exports ?? {})
    .filter(([, target]) => !isEntry(target) && !isTest(join(target)))
    .map(([subpath, target]) => `${directory} exports ${subpath}, and ${target} is no entry file`);
  const fromOutside = ['scripts', 'bench']
    .flatMap((folder) => findImportsBelow(join(root, folder)))
    .map(({ file, specifier }) => ({ file, target: join(dirname(file), specifier) }));
  const inside = moduleImports(directory);
  const bypassing = [...fromOutside, ...inside]
    .filter(({ target }) => target.startsWith(join(directory, 'src')) && !isEntry(target) && !isTest(target))
    .map(({ file, target }) => `${file} imports ${target}, which is not the entry file of its module`);
  return [...exported, ...bypassing, ...moduleCycles(inside)];
}

/** Imports of types count too: a reader has to know both modules to understand one. */
function moduleCycles(imports: readonly ModuleImport[]): readonly string[] {
  const next = Map.groupBy(imports, ({ from }) => from);
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (module: string, path: readonly string[]): void => {
    if (path.includes(module)) {
      cycles.push(`modules import each other: ${[...path.slice(path.indexOf(module)), module].join(' → ')}`);
      return;
    }
    if (done.has(module)) return;
    for (const to of new Set(next.get(module)?.map((found) => found.to))) visit(to, [...path, module]);
    done.add(module);
  };
  for (const module of next.keys()) visit(module, []);
  return cycles;
}

describe('modules import the entry files of others, and never each other', () => {
  for (const directory of packages.filter((name) => !NO_MODULES.includes(name))) {
    test(directory, () => {
      expect(moduleProblems(directory)).toEqual([]);
    });
  }
});

test('every package has a row in the table of arrows, and every row a package', () => {
  expect([...Object.keys(MAY_IMPORT), ...EVERYTHING].sort()).toEqual([...packages].sort());
});

describe('imports follow the arrows', () => {
  for (const directory of Object.keys(MAY_IMPORT)) {
    test(directory, () => {
      expect(wrongArrows(directory)).toEqual([]);
    });
  }
});

describe('every manifest names exactly the packages its code imports', () => {
  for (const directory of packages) {
    test(directory, () => {
      const manifest: Manifest = JSON.parse(readFileSync(join(root, directory, 'package.json'), 'utf8'));
      const own = `@kubemin/${directory.split('/')[1]}`;
      const imported = findPackageImports(directory)
        .filter(({ file }) => !isTest(file))
        .map(({ specifier }) => importedPackage(specifier))
        .filter((name) => name !== undefined && name !== own);
      expect(Object.keys(manifest.dependencies ?? {}).sort()).toEqual([...new Set(imported)].sort());
    });
  }
});

test('the two planes never meet, not even in the table', () => {
  for (const directory of Object.keys(MAY_IMPORT)) {
    const other = directory.startsWith('platform/')
      ? 'cluster/'
      : directory.startsWith('cluster/')
        ? 'platform/'
        : undefined;
    const crossings = [...reachable(directory)].filter((target) => other !== undefined && target.startsWith(other));
    expect(crossings).toEqual([]);
  }
});

test('apps are imported by nothing', () => {
  const offenders = packages
    .filter((directory) => !directory.startsWith('apps/'))
    .flatMap(findPackageImports)
    .filter(({ specifier }) => packageDirectories.get(specifier.split('/').slice(0, 2).join('/'))?.startsWith('apps/'));
  expect(offenders).toEqual([]);
});
