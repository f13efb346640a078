import type { ApiResponse, KubeObject } from '@kubemin/kubeapi';
import type { ResourceCall } from './call.ts';
import type { RequestVerb } from './route.ts';

const WRITES: readonly RequestVerb[] = ['create', 'update', 'patch'];

/** Says what the client should know about the version it uses, and about the object it has just written. */
export function warnAbout({ resource, verb, warnings }: ResourceCall, response: ApiResponse): void {
  if (resource.warning !== undefined) warnings.add(resource.warning);
  if (!WRITES.includes(verb) || response.kind !== 'object' || response.status >= 300) return;
  const { object } = response;
  if (!isKubeObject(object)) return;
  for (const warning of resource.strategy.warnings?.(object) ?? []) warnings.add(warning);
}

function isKubeObject(value: unknown): value is KubeObject {
  return typeof value === 'object' && value !== null && 'metadata' in value && 'kind' in value;
}
