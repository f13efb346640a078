import type { ApiHandler } from '@kubemin/kubeapi';
import { isRecord, objectAnswer } from '../resource/api-answer.ts';

/** Fields of a document that came over the wire, about which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** One document of discovery. */
export async function fetchDocument(handler: ApiHandler, path: string, accept = 'application/json'): Promise<Fields> {
  const response = await handler({ method: 'GET', path, query: new URLSearchParams(), headers: { accept } });
  const object = objectAnswer(response, `GET ${path}`);
  return isRecord(object) ? object : {};
}

/** The mappings in a list; whatever else stands in it is passed over, as newer servers may say more than we know. */
export function records(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The texts in a list. */
export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/** A text, '' where there is none. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A mapping, empty where there is none. */
export function record(value: unknown): Fields {
  return isRecord(value) ? value : {};
}
