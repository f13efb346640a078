import type { ApiResponse, KubeObject } from '@kubemin/kubeapi';
import type { ResourceCall } from './call.ts';
import type { RequestVerb } from './route.ts';

/** From here on each warning is cut short. */
const MAX_TOTAL = 4096;
const MAX_EACH = 256;

/** What a client should know although its request succeeds; each text once. */
export class Warnings {
  readonly #texts = new Set<string>();

  add(text: string): void {
    this.#texts.add(text);
  }

  /** One value of the Warning header for each, quoted as RFC 7234 wants it. */
  headerValues(): readonly string[] {
    let total = 0;
    return [...this.#texts].flatMap((text) => {
      if (total >= MAX_TOTAL) return [];
      const shown = total + text.length > MAX_TOTAL ? `${text.slice(0, MAX_EACH)}...` : text;
      total += shown.length;
      return [`299 - "${quoted(shown)}"`];
    });
  }
}

/** Header values hold bytes: UTF-8 written as Latin-1 arrives as UTF-8. Control characters would end the header. */
function quoted(text: string): string {
  const clean = text.replace(/\p{Cc}/gu, '').replace(/["\\]/g, '\\$&');
  return Buffer.from(clean).toString('latin1');
}

const WRITES: readonly RequestVerb[] = ['create', 'update', 'patch'];

/** Adds the warnings about the version that the client uses, and about the object it has just written. */
export function addWarnings({ resource, verb, warnings }: ResourceCall, response: ApiResponse): void {
  if (resource.warning !== undefined) warnings.add(resource.warning);
  if (!WRITES.includes(verb) || response.kind !== 'object' || response.status >= 300) return;
  const { object } = response;
  if (!isKubeObject(object)) return;
  for (const warning of resource.strategy.warnings?.(object) ?? []) warnings.add(warning);
}

function isKubeObject(value: unknown): value is KubeObject {
  return typeof value === 'object' && value !== null && 'metadata' in value && 'kind' in value;
}
