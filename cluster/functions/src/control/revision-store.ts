import { isControlledBy } from '@kubemin/controller';
import type { Informer, KubeClient } from '@kubemin/kube';
import { ignoreNotFound, isStatusError } from '@kubemin/kubeapi';
import { apps } from '@kubemin/kubeapi/resources';
import type { ControllerRevision } from '@kubemin/kubeapi/types/apps.v1';
import type { ContentStore } from '../content/index.ts';
import type { FunctionObject } from '../resources/index.ts';
import {
  functionTemplate,
  makeRevision,
  readRevision,
  revisionName,
  type StoredRevision,
} from './function-template.ts';
import { FUNCTION_LABEL } from './instance-pods.ts';

const BY_FUNCTION = 'function';

/** The versions of functions, as ControllerRevisions. They own the archives of their code. */
export class RevisionStore {
  readonly #client: KubeClient;
  readonly #informer: Informer<ControllerRevision>;
  readonly #content: ContentStore;
  /** Written and not seen by the informer yet. */
  readonly #written = new Map<string, ControllerRevision>();

  constructor(client: KubeClient, informer: Informer<ControllerRevision>, content: ContentStore) {
    this.#client = client;
    this.#informer = informer;
    this.#content = content;
    informer.addIndex(BY_FUNCTION, ({ metadata: { namespace, labels } }) => {
      const name = labels?.[FUNCTION_LABEL];
      return name === undefined ? [] : [`${namespace}/${name}`];
    });
  }

  /** All revisions of a function, oldest first; the last one is that of its spec, which is stored if it was not. */
  async ensure(object: FunctionObject, signal: AbortSignal): Promise<readonly StoredRevision[]> {
    const stored = this.#list(object);
    const template = functionTemplate(object.spec);
    const name = revisionName(object.metadata.name ?? '', template);
    const newest = stored.at(-1);
    if (newest?.name === name) return stored;
    const number = (newest?.number ?? 0) + 1;
    const added = readRevision(await this.#put(object, makeRevision(object, template, number), signal));
    this.#written.set(revisionKey(added.object), added.object);
    return [...stored.filter((revision) => revision.name !== name), added];
  }

  /** Deletes the oldest revisions that are not in use, so that `limit` of them are left. */
  async prune(revisions: readonly StoredRevision[], used: ReadonlySet<string>, limit: number, signal: AbortSignal) {
    const unused = revisions.filter(({ name }) => !used.has(name));
    for (const { object } of unused.slice(0, Math.max(unused.length - limit, 0))) {
      const { namespace = '', name = '', uid } = object.metadata;
      this.#written.delete(revisionKey(object));
      const deleting = this.#client
        .resource(apps.v1.controllerrevisions, namespace)
        .delete(name, { preconditions: { uid }, signal });
      await ignoreNotFound(deleting);
    }
  }

  #list(object: FunctionObject): readonly StoredRevision[] {
    const { namespace, name } = object.metadata;
    const found = new Map<string, ControllerRevision>();
    for (const seen of this.#informer.byIndex(BY_FUNCTION, `${namespace}/${name}`)) found.set(revisionKey(seen), seen);
    for (const [key, written] of this.#written) {
      const seen = this.#informer.get(key);
      if (seen !== undefined && seen.revision >= written.revision) this.#written.delete(key);
      else if (isControlledBy(written, object)) found.set(key, written);
    }
    return [...found.values()]
      .filter((revision) => isControlledBy(revision, object))
      .map(readRevision)
      .sort((one, other) => one.number - other.number);
  }

  async #put(owner: FunctionObject, body: ControllerRevision, signal: AbortSignal): Promise<ControllerRevision> {
    const { namespace = '', name = '' } = body.metadata;
    const client = this.#client.resource(apps.v1.controllerrevisions, namespace);
    const put = async (): Promise<ControllerRevision> => {
      try {
        return await client.create(body, { signal });
      } catch (error) {
        if (!isStatusError(error, 'AlreadyExists')) throw error;
        // An earlier version is the newest one again.
        return client.patch(name, { type: 'merge', body: { revision: body.revision } }, { signal });
      }
    };
    const stored = await put();
    const digest = owner.spec.source?.digest;
    if (digest !== undefined) await this.#own(digest, stored, namespace, signal);
    return stored;
  }

  /** The archive is deleted with the last revision that has it. One that is missing is reported when it is read. */
  async #own(digest: string, revision: ControllerRevision, namespace: string, signal: AbortSignal): Promise<void> {
    const ref = await this.#content.find(digest, { namespace, signal });
    if (ref === undefined) return;
    const { name = '', uid = '' } = revision.metadata;
    const owner = { apiVersion: 'apps/v1', kind: 'ControllerRevision', name, uid };
    await this.#content.retain(ref, owner, { namespace, signal });
  }
}

function revisionKey({ metadata }: ControllerRevision): string {
  return `${metadata.namespace}/${metadata.name}`;
}
