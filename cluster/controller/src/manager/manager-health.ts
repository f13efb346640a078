import { isStatusError } from '@kubemin/kubeapi';
import type { HookRunner } from './hook-runner.ts';
import type { RequestedInformer } from './module-informers.ts';

/** One condition of readiness. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  /** The reason of a failure, or other information. */
  readonly message?: string;
}

/** The state of a manager; in standby another process leads. */
export type ManagerState = 'starting' | 'standby' | 'leading' | 'stopping' | 'failed';

/** State, readiness and checks of a manager. */
export interface ManagerHealth {
  readonly state: ManagerState;
  readonly ready: boolean;
  readonly checks: readonly HealthCheck[];
}

/** The state of a module that is checked. */
export interface ModuleStatus {
  readonly name: string;
  readonly isSynced: boolean;
  readonly informers: readonly RequestedInformer[];
  readonly hook: HookRunner | undefined;
}

/** A watch that fails for less time is not reported: it resumes without missing changes. */
const TOLERATED_MS = 10_000;

/** Checks the caches, watches and hooks of all modules. `now` is by the monotonic clock. */
export function checkModules(modules: readonly ModuleStatus[], now: number): readonly HealthCheck[] {
  const watches = new Map<string, HealthCheck>();
  for (const each of modules.flatMap(({ informers }) => informers)) {
    // A resource may be watched in several namespaces: a failing one is reported.
    if (watches.get(each.resource)?.ok !== false) watches.set(each.resource, watchCheck(each, now));
  }
  return [...modules.flatMap(moduleChecks), ...watches.values()];
}

function moduleChecks({ name, isSynced, informers, hook }: ModuleStatus): readonly HealthCheck[] {
  const sync = { name: `cache-sync/${name}`, ok: isSynced };
  const checks: HealthCheck[] = [isSynced ? sync : { ...sync, message: unsyncedReason(informers) }];
  if (hook === undefined) return checks;
  const after = { name: `after-sync/${name}`, ok: hook.state.kind === 'done' };
  if (hook.state.kind === 'failing') checks.push({ ...after, message: hook.state.error.message });
  else checks.push(after.ok ? after : { ...after, message: 'the hook has not succeeded yet' });
  return checks;
}

/** Why the caches of a module are not filled, as far as known. */
export function unsyncedReason(informers: readonly RequestedInformer[]): string {
  const reasons = informers.flatMap(({ resource, informer: { failure } }) =>
    failure === undefined ? [] : [failureReason(resource, failure.error)],
  );
  return reasons.length === 0 ? 'the caches are not filled yet' : [...new Set(reasons)].join('; ');
}

function watchCheck({ resource, informer: { failure } }: RequestedInformer, now: number): HealthCheck {
  const check = { name: `watch/${resource}`, ok: failure === undefined || now - failure.since <= TOLERATED_MS };
  return check.ok || failure === undefined ? check : { ...check, message: failureReason(resource, failure.error) };
}

function failureReason(resource: string, error: Error): string {
  const code = isStatusError(error) ? error.httpCode : undefined;
  if (code === 404) {
    return `${resource} is not served by the API server (404): install its definition, for example with kubemin crd install`;
  }
  if (code === 403)
    return `${resource} may not be listed and watched (403): grant list and watch on it to this identity`;
  return `cannot watch ${resource}: ${error.message}`;
}
