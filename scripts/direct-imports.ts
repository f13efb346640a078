import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'esbuild';

const root = join(import.meta.dirname, '..');

/** The sources of the packages of this repository. */
const OWN_SOURCE = /[/\\](core|platform|cluster|apps)[/\\][^/\\]+[/\\]src[/\\].*\.ts$/;

/**
 * Entry files that stay: almost every chunk needs some of these small files, and each set of chunks with a need of its own
 * would make one more chunk. `kubemin --help` would load 31 files instead of 28.
 */
const KEPT = ['core/base/src/basics/index.ts', 'core/base/src/message/index.ts'].map((file) => join(root, file));

/**
 * Replaces imports of entry files (`index.ts`, and the names of our packages) by imports of the files that declare the
 * names. An entry file loads everything that it exports: without this plugin each command would load whole packages, and
 * chunks that are loaded on demand would be loaded at once. Also the memory of a node agent depends on it (11 MiB).
 */
export const directImports: Plugin = {
  name: 'direct-imports',
  setup: ({ onLoad }) => {
    const sources = new SourceExports(packageEntries());
    onLoad({ filter: OWN_SOURCE }, ({ path }) =>
      path.endsWith('.embedded.ts') || path.includes('node_modules')
        ? undefined
        : { contents: importDirectly(readFileSync(path, 'utf8'), path, sources), loader: 'ts' },
    );
  },
};

interface NamedImport {
  readonly name: string;
  readonly as: string;
}

/** Where a name is declared: a file of ours, or a package of others (then without a path). */
interface Declaration {
  readonly from: string;
  readonly name: string;
}

/** Returns the source with direct imports; each statement keeps its lines, so that source maps stay right. */
export function importDirectly(source: string, path: string, sources = new SourceExports(packageEntries())): string {
  const importsOf = (names: readonly NamedImport[], specifier: string): ReadonlyMap<string, string> | undefined => {
    const entry = sources.resolve(specifier, path);
    if (entry === undefined) return undefined;
    const lists = new Map<string, string>();
    for (const { name, as } of names) {
      const found = sources.declaration(entry, name);
      const from = JSON.stringify(specifierFrom(path, found.from));
      const previous = lists.get(from);
      lists.set(from, `${previous === undefined ? '' : `${previous}, `}${found.name} as ${as}`);
    }
    return lists;
  };
  return source
    .replace(/^import \{([^}]*)\} from '([^']+)';$/gm, (statement, list: string, specifier: string) => {
      const imports = importsOf(valueNames(list), specifier);
      if (imports === undefined) return statement;
      const direct = [...imports].map(([from, names]) => `import { ${names} } from ${from};`);
      return direct.join(' ') + '\n'.repeat(statement.split('\n').length - 1);
    })
    .replace(/\bconst \{([^}]*)\} = await import\('([^']+)'\)/g, (statement, list: string, specifier: string) => {
      const imports = importsOf(boundNames(list), specifier);
      if (imports === undefined || imports.size === 0) return statement;
      const lines = '\n'.repeat(statement.split('\n').length - 1);
      const patterns = [...imports.values()].map((names) => `{ ${names.replaceAll(' as ', ': ')} }`);
      const loads = [...imports.keys()].map((from) => `import(${from})`);
      return imports.size === 1
        ? `const ${patterns.join()} = await ${loads.join()}${lines}`
        : `const [${patterns.join(', ')}] = await Promise.all([${loads.join(', ')}])${lines}`;
    })
    .replace(/\bimport\('([^']+)'\)\.then\(\(\{([^}]*)\}\)/g, (statement, specifier: string, list: string) => {
      const imports = importsOf(boundNames(list), specifier);
      const [first] = imports ?? [];
      // Names of several files would need several imports: the entry file stays.
      if (imports?.size !== 1 || first === undefined) return statement;
      return `import(${first[0]}).then(({ ${first[1].replaceAll(' as ', ': ')} })`;
    });
}

function specifierFrom(importer: string, target: string): string {
  if (!target.startsWith(root)) return target;
  const path = relative(dirname(importer), target).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** The names in braces, without those of types. */
function valueNames(list: string): readonly NamedImport[] {
  return list.split(',').flatMap((item) => {
    const [name = '', , as = name] = item.trim().split(/\s+/);
    return name === '' || item.trim().startsWith('type ') ? [] : [{ name, as }];
  });
}

/** The names that a pattern such as `{ a, b: c }` binds. */
function boundNames(list: string): readonly NamedImport[] {
  return list.split(',').flatMap((item) => {
    const [name = '', as = name] = item.trim().split(/:\s*/);
    return name === '' ? [] : [{ name, as }];
  });
}

/** Resolves names through the re-exports of files; reads each file once. */
class SourceExports {
  readonly #packages: ReadonlyMap<string, string>;
  readonly #reexports = new Map<string, ReadonlyMap<string, Declaration>>();

  constructor(packages: ReadonlyMap<string, string>) {
    this.#packages = packages;
  }

  /** The file of ours behind a specifier. */
  resolve(specifier: string, importer: string): string | undefined {
    if (!specifier.startsWith('.')) return this.#packages.get(specifier);
    return specifier.endsWith('.ts') && !specifier.endsWith('.embedded.ts')
      ? resolve(dirname(importer), specifier)
      : undefined;
  }

  /** The file that declares a name which another one exports, and its name there. */
  declaration(file: string, name: string): Declaration {
    const exported = this.#exportsOf(file).get(name);
    if (exported === undefined || KEPT.includes(file)) return { from: file, name };
    return exported.from.startsWith(root) ? this.declaration(exported.from, exported.name) : exported;
  }

  #exportsOf(file: string): ReadonlyMap<string, Declaration> {
    const known = this.#reexports.get(file);
    if (known !== undefined) return known;
    const found = new Map<string, Declaration>();
    const source = readFileSync(file, 'utf8');
    for (const [, list = '', specifier = ''] of source.matchAll(/^export \{([^}]*)\} from '([^']+)';$/gm)) {
      const from =
        this.resolve(specifier, file) ?? (specifier.startsWith('.') ? resolve(file, '..', specifier) : specifier);
      for (const { name, as } of valueNames(list)) found.set(as, { from, name });
    }
    const imported = new Map<string, Declaration>();
    for (const [, list = '', specifier = ''] of source.matchAll(/^import \{([^}]*)\} from '([^']+)';$/gm)) {
      const from = this.resolve(specifier, file);
      if (from !== undefined) for (const { name, as } of valueNames(list)) imported.set(as, { from, name });
    }
    for (const [, list = ''] of source.matchAll(/^export \{([^}]*)\};$/gm)) {
      for (const { name, as } of valueNames(list)) {
        const declaration = imported.get(name);
        if (declaration !== undefined) found.set(as, declaration);
      }
    }
    this.#reexports.set(file, found);
    return found;
  }
}

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>>;
}

/** The files that our packages export, by the specifiers that import them. */
function packageEntries(): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  for (const plane of ['core', 'platform', 'cluster', 'apps']) {
    for (const directory of readdirSync(join(root, plane)).map((name) => join(root, plane, name))) {
      if (!existsSync(join(directory, 'package.json'))) continue;
      const manifest: Manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
      for (const [subpath, target] of Object.entries(manifest.exports ?? {})) {
        // Behind a pattern are generated files, which declare what they export.
        if (!subpath.includes('*')) entries.set(join(manifest.name, subpath), join(directory, target));
      }
    }
  }
  return entries;
}
