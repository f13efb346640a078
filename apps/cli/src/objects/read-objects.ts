import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { toError } from '@kubemin/base';
import type { KubeObject } from '@kubemin/kubeapi';
import { type NotCarried, nativeManifests } from '@kubemin/render/converters';
import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { objectWords } from '../language/words/object.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { readInput, STDIO } from '../terminal/input-text.ts';

/** An object somebody wrote. */
export interface WrittenObject {
  readonly object: KubeObject;
  /** Written in the dialect of Minik8s, where namespaces need not be made before they are used. */
  readonly translated: boolean;
}

/** The objects of files, and what of the files is not in them. */
export interface WrittenObjects {
  readonly objects: readonly WrittenObject[];
  readonly notCarried: readonly NotCarried[];
}

const READ = /\.(ya?ml|json)$/i;

/** Reads objects from files, directories and what is piped in; several names may stand in one word. */
export async function readObjects(context: CommandContext, words: readonly string[]): Promise<WrittenObjects> {
  const names = words.flatMap((word) => word.split(',')).filter((name) => name !== '');
  if (names.length === 0) throw usage('FILE_MISSING', (say) => [say.nothingIn('-f'), say.giveFile]);
  const objects: WrittenObject[] = [];
  const notCarried: NotCarried[] = [];
  for (const name of names.flatMap((each) => filesOf(context, each))) {
    const { text } = await readInput(context, name);
    const read = nativeOf(name, text);
    objects.push(...read.objects);
    notCarried.push(...read.notCarried);
  }
  if (objects.length === 0 && notCarried.length === 0) {
    throw usage('NO_OBJECTS', (say) => [say.nothingIn(names.join(', ')), say.checkFile]);
  }
  return { objects, notCarried };
}

function filesOf({ cwd }: CommandContext, name: string): readonly string[] {
  const path = resolve(cwd, name);
  if (name === STDIO || statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [name];
  return readdirSync(path)
    .filter((entry) => READ.test(entry))
    .toSorted()
    .map((entry) => join(name, entry));
}

function nativeOf(name: string, text: string): WrittenObjects {
  try {
    const { manifests, notCarried } = nativeManifests(text);
    return {
      objects: manifests.map(({ object, translated }) => ({ object: objectOf(object), translated })),
      notCarried,
    };
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw usage('OBJECTS_UNREADABLE', (say) => [say.notConverted(name, toError(cause).message), say.checkFile], cause);
  }
}

function objectOf(value: object): KubeObject {
  const plain: unknown = value;
  if (isKubeObject(plain)) return plain;
  const kind = String(Reflect.get(value, 'kind'));
  throw usage('OBJECT_NAMELESS', (say) => [say.noName(kind), say.giveName]);
}

function isKubeObject(value: unknown): value is KubeObject {
  if (typeof value !== 'object' || value === null || !('metadata' in value)) return false;
  const { metadata } = value;
  return typeof metadata === 'object' && metadata !== null && 'name' in metadata && typeof metadata.name === 'string';
}

type Words = (typeof objectWords)['en'];

function usage(code: string, words: (say: Words) => readonly [string, string], cause?: unknown): CliError {
  return new CliError(
    inBoth(objectWords, (say) => words(say)[0]),
    { code, exitCode: ExitCode.invalid, hint: inBoth(objectWords, (say) => words(say)[1]), cause },
  );
}
