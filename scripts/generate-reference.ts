import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describeApi } from '@kubemin/client';
import {
  builtinRegistry,
  builtinStepDeclarations,
  createModel,
  extendRegistry,
  stepTypeDeclarations,
} from '@kubemin/model';
import { COMMANDS } from '../apps/cli/src/commands/index.ts';
import { cliPage } from './reference/cli-page.ts';
import { referencePages } from './reference/reference-pages.ts';
import { restPage } from './reference/rest-page.ts';

/** Where the generated files go. */
export const DOCS: URL = new URL('../docs/', import.meta.url);
/** The folders that hold nothing else. */
export const GENERATED_FOLDERS: readonly string[] = ['reference', 'schema'];

/** The reference and the JSON Schema of everything that comes with KubeMin, by path below `docs/`. */
export async function generateReference(): Promise<ReadonlyMap<string, string>> {
  const model = createModel(extendRegistry(builtinRegistry, stepTypeDeclarations(builtinStepDeclarations)));
  const pages = [...referencePages(model.form())].map(([path, text]): [string, string] => [`reference/${path}`, text]);
  return new Map([
    ...pages,
    ['reference/rest.md', restPage(describeApi({ document: model.jsonSchema() }))],
    ['reference/cli.md', await cliPage(COMMANDS, 'en')],
    ['reference/zh/cli.md', await cliPage(COMMANDS, 'zh')],
    ['schema/application.schema.json', `${JSON.stringify(model.jsonSchema(), undefined, 2)}\n`],
  ]);
}

if (import.meta.main) {
  for (const folder of GENERATED_FOLDERS) await rm(new URL(`${folder}/`, DOCS), { recursive: true, force: true });
  for (const [path, text] of await generateReference()) {
    const file = new URL(path, DOCS);
    await mkdir(dirname(file.pathname), { recursive: true });
    await writeFile(file, text);
  }
}
