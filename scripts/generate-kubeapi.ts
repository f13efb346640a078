import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { KubernetesFacts } from './kubeapi/facts.ts';
import { resourceTable } from './kubeapi/resource-table.ts';
import { schemaTable } from './kubeapi/schema-table.ts';
import { typeFiles } from './kubeapi/type-files.ts';

const DATA = new URL('../core/kubeapi/data/', import.meta.url);
export const GENERATED: URL = new URL('../core/kubeapi/src/generated/', import.meta.url);

/** Every generated file by its path under `generated/`. The same facts always give the same text. */
export async function generateKubeapi(): Promise<ReadonlyMap<string, string>> {
  const { types } = JSON.parse(await readFile(new URL('kubernetes-types.json', DATA), 'utf8'));
  const { resources } = JSON.parse(await readFile(new URL('kubernetes-resources.json', DATA), 'utf8'));
  const embedded = JSON.parse(await readFile(new URL('kubernetes-protobuf-embedded.json', DATA), 'utf8')).types;
  const facts: KubernetesFacts = { types, embedded, resources };
  return new Map([
    ...typeFiles(facts),
    ['resources.gen.ts', resourceTable(facts)],
    ['schema.gen.ts', schemaTable(facts)],
  ]);
}

if (import.meta.main) {
  await rm(GENERATED, { recursive: true, force: true });
  for (const [path, text] of await generateKubeapi()) {
    const file = new URL(path, GENERATED);
    await mkdir(dirname(file.pathname), { recursive: true });
    await writeFile(file, text);
  }
}
