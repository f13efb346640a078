import { type ApiResponse, qualifiedName, type ResourceInfo } from '@kubemin/kubeapi';
import type { ResourceCall, ServerParts } from './call.ts';
import type { RequestVerb } from './route.ts';

/** What one subresource does, by verb. */
export type Subresource = Readonly<
  Partial<Record<RequestVerb, (server: ServerParts, call: ResourceCall) => Promise<ApiResponse>>>
>;

/** The subresources this server has: of one resource (`pods/binding`), or of every resource that lists it (`status`). */
export class SubresourceTable {
  readonly #entries: ReadonlyMap<string, Subresource>;

  constructor(entries: Readonly<Record<string, Subresource>>) {
    this.#entries = new Map(Object.entries(entries));
  }

  find(info: ResourceInfo, name: string): Subresource | undefined {
    if (!info.subresources.some((subresource) => subresource.name === name)) return undefined;
    return this.#entries.get(`${qualifiedName(info)}/${name}`) ?? this.#entries.get(name);
  }
}
