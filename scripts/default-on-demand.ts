import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { findPackageJSON, isBuiltin } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type Plugin, transform } from 'esbuild';

/** Marks resolutions that the plugin requested itself. */
const OWN_RESOLUTION = Symbol('requested by default-on-demand');

/**
 * A CommonJS package that is imported on demand has its names where the sources are run, and nothing but a default in
 * the bundle: an import of a name fails the build instead of failing later, at run time.
 */
export const defaultOnDemand: Plugin = {
  name: 'default-on-demand',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === OWN_RESOLUTION) return undefined;
      if (isBuiltin(path) || path.startsWith('@kubemin/') || importer.includes('node_modules')) return undefined;
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: OWN_RESOLUTION });
      const isBundled = found.errors.length === 0 && !found.external && found.namespace === 'file';
      if (!isBundled || !isCommonJs(found.path) || (await takesDefaultsAlone(importer, path))) return undefined;
      return { errors: [{ text: `'${path}' is CommonJS: write const { default: name } = await import('${path}')` }] };
    });
  },
};

/** Reads the manifest nearest to the file, as Node does: a package may have one for each module format. */
function isCommonJs(path: string): boolean {
  if (/\.[cm]js$/.test(path)) return path.endsWith('.cjs');
  const manifest = findPackageJSON(pathToFileURL(path));
  if (manifest === undefined) return true;
  const { type } = JSON.parse(readFileSync(manifest, 'utf8'));
  return type !== 'module';
}

/** Whether each import of the package is for its default or for nothing; one that is not recognized is for a name. */
async function takesDefaultsAlone(importer: string, name: string): Promise<boolean> {
  // Without types and comments, which may speak of imports too, and with one way to write each thing.
  const { code } = await transform(await readFile(importer, 'utf8'), { loader: 'ts', minifyWhitespace: true });
  const start = `import\\(["'\`]${literal(name)}["'\`]`;
  const call = `await ${start}\\)(?=[;,)}\\n]|$)`;
  const count = (pattern: string): number => [...code.matchAll(new RegExp(pattern, 'g'))].length;
  const right = count(`(\\{default:[\\w$]+\\}=|(?<=^|[;{}\\n]))${call}`);
  return right > 0 && right === count(start);
}

function literal(text: string): string {
  return text.replace(/[^\w/@-]/g, String.raw`\$&`);
}
