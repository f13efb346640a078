import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { detectFormat, importText, type NotCarried } from '@kubemin/convert';
import { type DocumentReader, toDnsLabel } from '@kubemin/model';
import type { Start } from './start.ts';

/** A start, and what of its source it lacks. */
export interface ReadStart {
  readonly start: Start;
  readonly notCarried: readonly NotCarried[];
}

const TEMPLATE = 'template:';

/** What `--from` means: a template, a file, or else an image. Throws what makes a file unusable. */
export async function readStart(given: string, cwd: string, model: DocumentReader): Promise<ReadStart> {
  if (given.startsWith(TEMPLATE))
    return { start: { kind: 'template', id: given.slice(TEMPLATE.length) }, notCarried: [] };
  const path = resolve(cwd, given);
  if (!existsSync(path)) return { start: { kind: 'image', image: given, ...imageName(given) }, notCarried: [] };
  return startFromFile(path, model);
}

/** A start from a file of any kind that describes something to run. */
export async function startFromFile(path: string, model: DocumentReader): Promise<ReadStart> {
  const text = await readFile(path, 'utf8');
  const name = directoryLabel(dirname(path));
  if (/^dockerfile/i.test(basename(path))) {
    const port = exposedPort(text);
    return { start: { kind: 'image', name, image: `${name}:latest`, ...(port && { port }) }, notCarried: [] };
  }
  if (detectFormat(text) === undefined) return { start: startFromDocument(text, model), notCarried: [] };
  const { document, notCarried } = importText(text, { name, model });
  return { start: { kind: 'components', name: document.name, components: document.component }, notCarried };
}

/** A name made of that of a directory. */
export function directoryLabel(directory: string): string {
  return toDnsLabel(basename(directory));
}

function startFromDocument(text: string, model: DocumentReader): Start {
  const { document, problems } = model.parseText(text);
  if (document === undefined) throw new Error(problems.map(({ message }) => message).join(' '));
  const plain: unknown = JSON.parse(model.printDocument(document, { format: 'json' }));
  const components = typeof plain === 'object' && plain !== null && 'component' in plain ? plain.component : [];
  return { kind: 'components', name: document.name, components: Array.isArray(components) ? components : [] };
}

function imageName(image: string): { readonly name?: string } {
  const label = toDnsLabel(basename(image).replace(/[:@].*$/, ''));
  return label === '' ? {} : { name: label };
}

const COMPOSE_NAMES = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'];

/** The files of a directory that an application can begin with, the one to begin with first. */
export function startFiles(cwd: string): readonly string[] {
  return [...COMPOSE_NAMES, 'Dockerfile'].filter((name) => existsSync(join(cwd, name)));
}

const EXPOSE = /^\s*EXPOSE\s+(\d+)/i;
const STAGE = /^\s*FROM\s/i;

/** The first port the last stage of a Dockerfile exposes. */
export function exposedPort(dockerfile: string): number | undefined {
  const lines = dockerfile.split('\n');
  const stage = lines.findLastIndex((line) => STAGE.test(line));
  const port = lines.slice(stage + 1).flatMap((line) => EXPOSE.exec(line)?.[1] ?? [])[0];
  return port === undefined ? undefined : Number(port);
}
