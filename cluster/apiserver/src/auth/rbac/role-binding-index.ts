import type { KubeObject, UserInfo } from '@kubemin/kubeapi';
import { rbac } from '@kubemin/kubeapi/resources';
import type { ClusterRoleBinding, RoleBinding, Subject } from '@kubemin/kubeapi/types/rbac.v1';
import type { ServerParts } from '../../registry/index.ts';
import { serviceAccountUsername } from '../authentication/service-account-user.ts';

/** A binding of either scope. */
export type AnyBinding = RoleBinding | ClusterRoleBinding;

/** Bindings of one namespace by whom they name; cluster-wide ones are under ''. */
type BySubject = Map<string, Set<AnyBinding>>;

/**
 * Who is bound to what, kept up to date by the cache's events: a request looks up its user and groups, and never walks
 * through bindings of others.
 */
export class RoleBindingIndex {
  readonly #namespaces = new Map<string, BySubject>();
  readonly #stops: (() => void)[] = [];

  constructor({ cache, resources }: Pick<ServerParts, 'cache' | 'resources'>) {
    for (const type of [rbac.v1.clusterrolebindings, rbac.v1.rolebindings]) {
      const resource = resources.find(type);
      if (resource === undefined) continue;
      const collection = cache.collection(resource.collection);
      for (const object of collection.list(undefined)) this.#add(object);
      const stop = collection.listen(undefined, {
        onEvent: ({ kind, object, previous }) => {
          if (previous !== undefined) this.#remove(previous);
          if (kind === 'put') this.#add(object);
        },
      });
      this.#stops.push(stop);
    }
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  /** The bindings that name the user or a group of theirs: cluster-wide ones, and those of the namespace. */
  *bindingsFor(user: UserInfo, namespace: string): Generator<AnyBinding> {
    const scopes = namespace === '' ? [''] : ['', namespace];
    for (const scope of scopes) {
      const bySubject = this.#namespaces.get(scope);
      if (bySubject === undefined) continue;
      yield* bySubject.get(userKey(user.username)) ?? [];
      for (const group of user.groups) yield* bySubject.get(groupKey(group)) ?? [];
    }
  }

  #add(object: KubeObject): void {
    if (!isBinding(object)) return;
    const scope = object.metadata.namespace ?? '';
    const bySubject: BySubject = this.#namespaces.get(scope) ?? new Map();
    for (const key of subjectKeys(object)) bySubject.set(key, (bySubject.get(key) ?? new Set()).add(object));
    if (bySubject.size > 0) this.#namespaces.set(scope, bySubject);
  }

  #remove(object: KubeObject): void {
    if (!isBinding(object)) return;
    const scope = object.metadata.namespace ?? '';
    const bySubject = this.#namespaces.get(scope);
    for (const key of subjectKeys(object)) {
      const bindings = bySubject?.get(key);
      bindings?.delete(object);
      if (bindings?.size === 0) bySubject?.delete(key);
    }
    if (bySubject?.size === 0) this.#namespaces.delete(scope);
  }
}

function subjectKeys({ subjects = [], metadata }: AnyBinding): ReadonlySet<string> {
  return new Set(subjects.flatMap((subject) => subjectKey(subject, metadata.namespace)));
}

function subjectKey({ kind, name, namespace }: Subject, own: string | undefined): readonly string[] {
  switch (kind) {
    case 'User':
      return [userKey(name)];
    case 'Group':
      return [groupKey(name)];
    case 'ServiceAccount': {
      const home = namespace ?? own;
      return home === undefined ? [] : [userKey(serviceAccountUsername({ namespace: home, name }))];
    }
    default:
      return [];
  }
}

function userKey(name: string): string {
  return `user ${name}`;
}

function groupKey(name: string): string {
  return `group ${name}`;
}

function isBinding(object: KubeObject): object is AnyBinding {
  return object.kind === 'RoleBinding' || object.kind === 'ClusterRoleBinding';
}
