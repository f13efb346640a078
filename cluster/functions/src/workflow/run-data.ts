import { asJsonObject, type JsonObject } from '@kubemin/kubeapi';
import type { ContentStore } from '../content/index.ts';
import type { StoredData, WorkflowRun } from './run-resource.ts';

/** Larger data is in the content store. */
const INLINE_BYTES = 32 * 1024;
/** All data in one status: the API rejects objects of 1.5 MiB. Beyond this, only small data is in the status. */
const INLINE_BUDGET_BYTES = 256 * 1024;
const SMALL_BYTES = 1024;

/** Where the data of a run is stored. */
export interface RunDataOptions {
  readonly content: ContentStore;
  readonly run: WorkflowRun;
  readonly signal: AbortSignal;
}

/** The data of one run: in its status, or in the content store with the run as its owner. */
export class RunData {
  readonly #options: RunDataOptions;
  #inlineBytes: number;

  constructor(options: RunDataOptions) {
    this.#options = options;
    this.#inlineBytes = options.run.status?.inlineBytes ?? 0;
  }

  /** How much the status holds; stored with it. */
  get inlineBytes(): number {
    return this.#inlineBytes;
  }

  async store(value: JsonObject): Promise<StoredData> {
    const text = JSON.stringify(value);
    const size = Buffer.byteLength(text);
    if (size <= (this.#inlineBytes + size <= INLINE_BUDGET_BYTES ? INLINE_BYTES : SMALL_BYTES)) {
      this.#inlineBytes += size;
      return { value };
    }
    const { content, run, signal } = this.#options;
    const { namespace = '', name = '', uid = '' } = run.metadata;
    const owner = { apiVersion: run.apiVersion, kind: run.kind, name, uid };
    return { content: await content.put(Buffer.from(text), { namespace, owner, signal }) };
  }

  load(stored: StoredData): Promise<JsonObject> {
    const { content, run, signal } = this.#options;
    return loadRunData(stored, { content, namespace: run.metadata.namespace ?? '', signal });
  }
}

/** The data that a status refers to. */
export async function loadRunData(
  stored: StoredData,
  from: { readonly content: ContentStore; readonly namespace: string; readonly signal?: AbortSignal },
): Promise<JsonObject> {
  if (stored.content === undefined) return asJsonObject(stored.value);
  const bytes = await from.content.get(stored.content.digest, from);
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return asJsonObject(value);
}
