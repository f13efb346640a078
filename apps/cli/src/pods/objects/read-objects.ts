import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Message } from '@kubemin/base/message';
import { type NotCarried, nativeManifests } from '@kubemin/convert';
import type { KubeObject } from '@kubemin/kubeapi';
import { objectMessages } from '../../messages/index.ts';
import { CliError, type CommandContext, ExitCode, failureReason, readInput, STDIO } from '../../terminal/index.ts';

/** An object from a file. */
export interface WrittenObject {
  readonly object: KubeObject;
  /** Written in the dialect of Minik8s, where namespaces need not be made before they are used. */
  readonly translated: boolean;
  /** What paths in it are relative to: the directory of its file. */
  readonly directory: string;
}

/** The objects of files, and what of the files is not in them. */
export interface WrittenObjects {
  readonly objects: readonly WrittenObject[];
  readonly notCarried: readonly NotCarried[];
}

interface ParsedObjects extends Pick<WrittenObjects, 'notCarried'> {
  readonly objects: readonly Omit<WrittenObject, 'directory'>[];
}

const READ = /\.(ya?ml|json)$/i;

/** Reads objects from files, directories and what is piped in; several names may stand in one word. */
export async function readObjects(context: CommandContext, words: readonly string[]): Promise<WrittenObjects> {
  const names = words.flatMap((word) => word.split(',')).filter((name) => name !== '');
  if (names.length === 0)
    throw invalid('FILE_MISSING', objectMessages.nothingIn({ name: '-f' }), objectMessages.giveFile);
  const objects: WrittenObject[] = [];
  const notCarried: NotCarried[] = [];
  for (const name of names.flatMap((each) => listFiles(context, each))) {
    const { text } = await readInput(context, name);
    const read = parseNative(name, text);
    const directory = name === STDIO ? context.cwd : dirname(resolve(context.cwd, name));
    objects.push(...read.objects.map((each) => ({ ...each, directory })));
    notCarried.push(...read.notCarried);
  }
  if (objects.length === 0 && notCarried.length === 0) {
    throw invalid('NO_OBJECTS', objectMessages.nothingIn({ name: names.join(', ') }), objectMessages.checkFile);
  }
  return { objects, notCarried };
}

function listFiles({ cwd }: CommandContext, name: string): readonly string[] {
  const path = resolve(cwd, name);
  if (name === STDIO || statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [name];
  return readdirSync(path)
    .filter((entry) => READ.test(entry))
    .toSorted()
    .map((entry) => join(name, entry));
}

function parseNative(name: string, text: string): ParsedObjects {
  try {
    const { manifests, notCarried } = nativeManifests(text);
    return {
      objects: manifests.map(({ object, translated }) => ({ object: toKubeObject(object), translated })),
      notCarried,
    };
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw invalid(
      'OBJECTS_UNREADABLE',
      objectMessages.notConverted({ name, why: failureReason(cause) }),
      objectMessages.checkFile,
      cause,
    );
  }
}

function toKubeObject(value: object): KubeObject {
  const plain: unknown = value;
  if (isKubeObject(plain)) return plain;
  const kind = String(Reflect.get(value, 'kind'));
  throw invalid('OBJECT_NAMELESS', objectMessages.noName({ kind }), objectMessages.giveName);
}

function isKubeObject(value: unknown): value is KubeObject {
  if (typeof value !== 'object' || value === null || !('metadata' in value)) return false;
  const { metadata } = value;
  return typeof metadata === 'object' && metadata !== null && 'name' in metadata && typeof metadata.name === 'string';
}

function invalid(code: string, text: Message, hint: Message, cause?: unknown): CliError {
  return new CliError(text, { code, exitCode: ExitCode.invalid, hint, cause });
}
