import { TerminalError } from '@kubemin/base';
import { asJsonObject } from '@kubemin/kubeapi';
import { type ArchiveFiles, readArchive } from '../archive/index.ts';
import type { ContentStore } from '../content/index.ts';
import type { InstanceCode } from '../instances/index.ts';
import { functionMessages } from '../messages/index.ts';
import type { FunctionTemplate, StoredRevision } from './function-template.ts';

/** How many unpacked archives are kept: the code of a function that scales is read once. */
const KEPT_REVISIONS = 32;

/** Reads the code of revisions: from their spec, and from archives in the content store. */
export class CodeSource {
  readonly #content: ContentStore;
  /** By namespace and revision, least recently used first. */
  readonly #kept = new Map<string, InstanceCode>();

  constructor(content: ContentStore) {
    this.#content = content;
  }

  /** Rejects with a TerminalError where the code cannot be what an instance runs. */
  async read(namespace: string, name: string, revision: StoredRevision, signal: AbortSignal): Promise<InstanceCode> {
    const key = `${namespace}/${revision.name}`;
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    const code = kept ?? (await this.#readCode(namespace, name, revision, signal));
    this.#kept.set(key, code);
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= KEPT_REVISIONS) break;
      this.#kept.delete(oldest);
    }
    return code;
  }

  async #readCode(
    namespace: string,
    name: string,
    { name: id, template }: StoredRevision,
    signal: AbortSignal,
  ): Promise<InstanceCode> {
    const { entry, env = [], defaultArguments, legacyErrors, source } = template;
    const archived = source?.digest === undefined ? [] : await this.#readArchive(source.digest, namespace, signal);
    const files = new Map(archived);
    for (const [path, text] of Object.entries(source?.files ?? {})) files.set(path, Buffer.from(text));
    if (files.size === 0) throw new TerminalError(functionMessages.noSource, { code: 'FUNCTION_NO_SOURCE' });
    return {
      ...{ id, name, namespace, entry, legacyErrors },
      files: Object.fromEntries([...files].map(([path, content]) => [path, content.toString('base64')])),
      env: env.flatMap((variable) =>
        variable.valueFrom === undefined ? [{ name: variable.name, value: variable.value ?? '' }] : [],
      ),
      defaultArguments: asJsonObject(defaultArguments),
    };
  }

  async #readArchive(digest: string, namespace: string, signal: AbortSignal): Promise<ArchiveFiles> {
    return readArchive(await this.#content.get(digest, { namespace, signal }));
  }
}

/** Why a template cannot be run, whatever its code is. */
export function templateProblem(
  { runtime, image, source }: FunctionTemplate,
  known: {
    has(name: string): boolean;
    get(name: string): { readonly program?: object; readonly image?: string } | undefined;
  },
): string | undefined {
  const found = known.get(runtime);
  if (found === undefined) return functionMessages.unknownRuntime({ runtime }).message;
  if (found.program === undefined && (image ?? found.image) === undefined)
    return functionMessages.imageNeeded({ runtime }).message;
  const hasCode = source?.digest !== undefined || Object.keys(source?.files ?? {}).length > 0;
  return found.program !== undefined && !hasCode ? functionMessages.noSource.message : undefined;
}
