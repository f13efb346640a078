import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a plug-in without dependencies, as plain JavaScript; `body` is what is inside its default export. */
export async function writePlugin(directory: string, name: string, body: string, before = ''): Promise<string> {
  const path = join(directory, name);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'package.json'), JSON.stringify({ name, type: 'module', exports: './index.js' }));
  const text = `${before}\nexport default { contract: 1, name: '${name}', version: '1.0.0', ${body} };\n`;
  await writeFile(join(path, 'index.js'), text);
  return path;
}
