import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { stringify } from 'yaml';
import { confirmForeign } from '../connection/index.ts';
import { showNotes } from '../documents/index.ts';
import { readFunctionCode, storeCode } from '../functions/index.ts';
import { objectMessages } from '../messages/index.ts';
import {
  DEFAULT_NAMESPACE,
  isNotFound,
  type NamedObject,
  namedObject,
  readObjects,
  toCommandError,
  type WrittenObject,
  withCluster,
} from '../pods/index.ts';
import { type CommandContext, ExitCode, print, reportError } from '../terminal/index.ts';

export interface ApplyOptions {
  readonly files: readonly string[];
  readonly namespace: string | undefined;
  readonly kubeconfig: string | undefined;
  readonly kubeContext: string | undefined;
}

const FIELD_MANAGER = 'kubemin-apply';

interface Applied extends Pick<NamedObject, 'label' | 'namespace'> {
  readonly outcome: 'created' | 'configured' | 'unchanged' | 'failed';
}

/** Applies objects on the server's side. One that is refused does not keep the others from being applied. */
export async function apply(context: CommandContext, options: ApplyOptions): Promise<ExitCode> {
  const { objects, notCarried } = await readObjects(context, options.files);
  showNotes(context, notCarried);
  return withCluster(context, options, async (client, access) => {
    if (!(await confirmForeign(context, access))) return ExitCode.interrupted;
    const applied: Applied[] = [];
    let exitCode: ExitCode = ExitCode.ok;
    for (const written of objects) {
      const named = namedObject(client, written.object, options.namespace);
      try {
        const object = written.translated ? await addCode(context, client, written, named) : named.object;
        const outcome = await applyOne(context, client, { ...written, named: { ...named, object } });
        applied.push({ ...named, outcome });
      } catch (error) {
        exitCode = reportError(toCommandError(error), context);
        applied.push({ ...named, outcome: 'failed' });
      }
    }
    const entries = applied.map(({ label, namespace, outcome }) => ({ object: label, namespace, outcome }));
    await print(context, {
      data: entries,
      table: entries.map(({ object, outcome }) => `${object} ${context.translate(objectMessages[outcome])}\n`).join(''),
      names: entries.map(({ object }) => object),
    });
    return exitCode;
  });
}

async function applyOne(
  context: CommandContext,
  client: KubeClient,
  { named, translated }: WrittenObject & { readonly named: NamedObject },
): Promise<Applied['outcome']> {
  const { object, name, objects, namespace } = named;
  const before = await objects.find(name);
  const write = () =>
    objects.patch(name, { type: 'apply', body: object, force: true }, { fieldManager: FIELD_MANAGER });
  const after = await write().catch(async (error: unknown) => {
    if (!translated || namespace === undefined || !isNotFound(error)) throw error;
    // In Minik8s a namespace exists as soon as an object names it.
    const made = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } } as const;
    await client.resource(core.v1.namespaces).create(made);
    context.terminal.err(`${context.translate(objectMessages.madeNamespace({ name: namespace }))}\n`);
    return write();
  });
  if (before === undefined) return 'created';
  return isDeepStrictEqual(writtenPart(before), writtenPart(after)) ? 'unchanged' : 'configured';
}

/** What an apply writes. Its controller may change the status, and with it the version, between two requests. */
function writtenPart(object: KubeObject): object {
  const { resourceVersion: _version, managedFields: _managers, ...metadata } = object.metadata;
  return { ...object, metadata, status: undefined };
}

const FILE_PATH = 'minik8s.io/file-path';

/** A function of Minik8s names a directory with its code; that is stored, and the function gets its digest. */
async function addCode(
  context: CommandContext,
  client: KubeClient,
  { directory }: WrittenObject,
  { object, namespace = DEFAULT_NAMESPACE }: NamedObject,
): Promise<KubeObject> {
  const path = object.kind === 'Function' ? object.metadata.annotations?.[FILE_PATH] : undefined;
  const spec: unknown = Reflect.get(object, 'spec');
  if (path === undefined || !isRecord(spec)) return object;
  const given = { name: object.metadata.name, runtime: undefined, entry: undefined };
  const code = await readFunctionCode({ cwd: directory }, path, given);
  const digest = await storeCode(context, client, { code, namespace });
  const stored: KubeObject & { readonly spec: object } = {
    ...object,
    spec: { ...spec, runtime: code.runtime, source: { digest } },
  };
  return stored;
}

interface ConvertOptions {
  readonly files: readonly string[];
}

/** Prints objects as Kubernetes manifests, and reports differences from the source. */
export async function convert(context: CommandContext, { files }: ConvertOptions): Promise<ExitCode> {
  const { terminal, translate, output } = context;
  const { objects, notCarried } = await readObjects(context, files);
  const all = objects.map(({ object }) => object);
  if (output === undefined || output === 'yaml') {
    terminal.out(all.map((object) => `---\n${stringify(object, { lineWidth: 0 })}`).join(''));
  } else {
    const names = all.map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name ?? ''}`);
    const data = output === 'jsonl' ? all : { apiVersion: 'v1', kind: 'List', items: all };
    await print(context, { data, table: names.map((name) => `${name}\n`).join(''), names });
  }
  showNotes(context, notCarried);
  terminal.err(
    `${translate(objectMessages.converted({ count: all.length }))}; ${translate(objectMessages.minik8sIs({ count: objects.filter(({ translated }) => translated).length }))}\n`,
  );
  return ExitCode.ok;
}
