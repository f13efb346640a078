import { isRecord } from '@kubemin/base';
import type { ApiHandler } from '@kubemin/kubeapi';
import { responseObject } from '../resource/api-response.ts';

/** Fields of a document that came over the wire, about which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** A group version whose resources the cluster could not list. */
export interface DiscoveryFailure {
  /** `unanswered`: its API server is not available. `unreadable`: its name is invalid. */
  readonly kind: 'unanswered' | 'unreadable';
  readonly apiVersion: string;
  readonly message: string;
}

/** Fetches one document of discovery. */
export async function fetchDocument(handler: ApiHandler, path: string, accept = 'application/json'): Promise<Fields> {
  const response = await handler({ method: 'GET', path, query: new URLSearchParams(), headers: { accept } });
  const object = responseObject(response, `GET ${path}`);
  return isRecord(object) ? object : {};
}

/** The objects in a list. Other entries are skipped, as newer servers may send more than this client knows. */
export function recordList(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The strings in a list. */
export function stringList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/** The value if it is a string, else ''. */
export function stringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value if it is an object, else an empty one. */
export function recordOrEmpty(value: unknown): Fields {
  return isRecord(value) ? value : {};
}
