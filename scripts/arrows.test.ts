import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Which packages a package may import directly; what those may import comes with them. Mirrors docs/architecture.md. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'core/base': [],
  'core/kubeapi': ['core/base'],
  'core/kube': ['core/kubeapi'],
  'core/sql': ['core/base'],
  'platform/model': ['core/base'],
  'platform/render': ['platform/model', 'core/kubeapi'],
  'platform/engine': ['platform/model', 'platform/render', 'core/kube', 'core/sql'],
  'platform/client': ['platform/model'],
  'platform/server': ['platform/engine', 'platform/client'],
  'cluster/apiserver': ['core/kubeapi'],
  'cluster/controller': ['core/kube'],
  'cluster/controllers': ['cluster/controller'],
  'cluster/node': ['cluster/controller'],
  'cluster/samples': ['cluster/controller'],
};
/** May import everything: the harness, and what people start. */
const EVERYTHING = ['core/testing', 'apps/cli'];
/** Pure packages also run in a browser. */
const NO_NODE = ['platform/model', 'platform/render', 'platform/client'];

const root = join(import.meta.dirname, '..');
const PLANES = ['core', 'platform', 'cluster', 'apps'];
const packages = PLANES.flatMap((plane) =>
  existsSync(join(root, plane)) ? readdirSync(join(root, plane)).map((name) => `${plane}/${name}`) : [],
);
const directoryOf = new Map(packages.map((directory) => [`@kubemin/${directory.split('/')[1]}`, directory]));

interface Import {
  readonly file: string;
  readonly specifier: string;
}

function importsOf(directory: string): readonly Import[] {
  const source = join(root, directory, 'src');
  if (!existsSync(source)) return [];
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
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
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The package behind an import, or undefined for the project's own files and Node's modules. */
function packageOf(specifier: string): string | undefined {
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
  return importsOf(directory).flatMap(({ file, specifier }) => {
    if (specifier.startsWith('.') && !join(file, '..', specifier).startsWith(`${join(directory, 'src')}${sep}`)) {
      return [`${file} reaches into another package by path: ${specifier}`];
    }
    if (NO_NODE.includes(directory) && specifier.startsWith('node:') && !isTest(file)) {
      return [`${file} imports ${specifier}, but ${directory} must run in a browser`];
    }
    const [scope, name] = specifier.split('/');
    const target = scope === '@kubemin' ? directoryOf.get(`@kubemin/${name}`) : undefined;
    if (scope === '@kubemin' && target === undefined) return [`${file} imports ${specifier}, which does not exist`];
    if (target === undefined || target === directory || allowed.has(target)) return [];
    return isTest(file) && target === 'core/testing'
      ? []
      : [`${file} imports ${specifier}: ${directory} may not import ${target}`];
  });
}

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
      const imported = importsOf(directory)
        .filter(({ file }) => !isTest(file))
        .map(({ specifier }) => packageOf(specifier))
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
    .flatMap(importsOf)
    .filter(({ specifier }) => directoryOf.get(specifier.split('/').slice(0, 2).join('/'))?.startsWith('apps/'));
  expect(offenders).toEqual([]);
});
