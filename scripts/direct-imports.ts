import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'esbuild';

const root = join(import.meta.dirname, '..');

/** The entry files of packages, which export what other files declare. */
const ENTRIES: Readonly<Record<string, string>> = {
  '@kubemin/controller': join(root, 'cluster', 'controller', 'src', 'index.ts'),
  '@kubemin/kube': join(root, 'core', 'kube', 'src', 'index.ts'),
  '@kubemin/node': join(root, 'cluster', 'node', 'src', 'index.ts'),
};

/** What a node agent is made of. */
const REWRITTEN =
  /[/\\](cluster[/\\](controller|node)|core[/\\]kube|apps[/\\]cli[/\\]src[/\\]node-runtime)[/\\].*\.ts$/;

/**
 * Makes the files of a node agent import from the files that declare the names, in place of entry files: with an entry file
 * comes everything that it exports, and all of it stays in memory. The agent would load a library for schemas and one for
 * YAML (11 MiB) that only other programs use.
 */
export const directImports: Plugin = {
  name: 'direct-imports',
  setup: ({ onLoad }) => {
    onLoad({ filter: REWRITTEN }, ({ path }) =>
      path.endsWith('.embedded.ts')
        ? undefined
        : { contents: importDirectly(readFileSync(path, 'utf8'), path), loader: 'ts' },
    );
  },
};

/** A source with other imports, line for line. */
export function importDirectly(source: string, path: string): string {
  return source
    .replace(/^import \{([^}]*)\} from '([^']+)';$/gm, (statement, list: string, specifier: string) => {
      const entry = entryFile(specifier, path);
      if (entry === undefined) return statement;
      const imports = valueNames(list).map(({ name, as }) => {
        const found = declaration(entry, name);
        return `import { ${found.name} as ${as} } from ${JSON.stringify(specifierOf(found.file, path))};`;
      });
      return imports.join(' ') + '\n'.repeat(statement.split('\n').length - 1);
    })
    .replace(
      /(const \{ (\w+) \} = await import\()'([^']+)'\)/g,
      (statement, start: string, name: string, specifier) => {
        const entry = entryFile(specifier, path);
        if (entry === undefined) return statement;
        const found = declaration(entry, name);
        return found.name === name ? `${start}${JSON.stringify(specifierOf(found.file, path))})` : statement;
      },
    );
}

function entryFile(specifier: string, importer: string): string | undefined {
  if (!specifier.startsWith('.')) return ENTRIES[specifier];
  return specifier.endsWith('/index.ts') ? resolve(dirname(importer), specifier) : undefined;
}

function specifierOf(file: string, importer: string): string {
  const path = relative(dirname(importer), file).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

interface NamedImport {
  readonly name: string;
  readonly as: string;
}

/** The names in braces, without those of types. */
function valueNames(list: string): readonly NamedImport[] {
  return list.split(',').flatMap((item) => {
    const [name = '', , as = name] = item.trim().split(/\s+/);
    return name === '' || item.trim().startsWith('type ') ? [] : [{ name, as }];
  });
}

/** The file that declares a name which another one exports, and its name there. */
function declaration(file: string, name: string): { readonly file: string; readonly name: string } {
  for (const [, list = '', specifier = ''] of readFileSync(file, 'utf8').matchAll(
    /^export \{([^}]*)\} from '(\.[^']+)';$/gm,
  )) {
    const exported = valueNames(list).find(({ as }) => as === name);
    if (exported !== undefined) return declaration(resolve(dirname(file), specifier), exported.name);
  }
  return { file, name };
}
