import {
  type ApiResponse,
  badRequest,
  forbidden,
  internal,
  isJsonObject,
  isStatusError,
  type KubeObject,
  labelSelectorFromObject,
  type Status,
  StatusError,
  timestamp,
  tooManyRequests,
} from '@kubemin/kubeapi';
import { core, policy } from '@kubemin/kubeapi/resources';
import type { Pod, PodCondition } from '@kubemin/kubeapi/types/core.v1';
import type { PodDisruptionBudget } from '@kubemin/kubeapi/types/policy.v1';
import {
  isDryRun,
  objectPlace,
  objectResponse,
  placeOfCall,
  type ResourceCall,
  type ServerParts,
} from '../../registry/index.ts';
import { isPod } from '../pods.ts';
import { requireBody } from '../request-body.ts';
import { readDeleteOptions } from '../verbs/delete-options.ts';
import { type BudgetDecision, decideEviction } from './eviction-budget.ts';
import { admitSubresource } from './sent-object.ts';

const RETRY_SECONDS = 10;
const MANY_BUDGETS = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';

/** POST of an Eviction: a deletion that asks the pod's disruption budget first (`kubectl drain`). */
export async function evictPod(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  const place = placeOfCall(call);
  const body = requireBody(call.request);
  const options = readOptions(call, body);
  await server.cache.refresh();
  const pod = server.registry.read(call.resource, place);
  if (!isPod(pod)) throw badRequest('only pods can be evicted');
  await admitSubresource(server, call, body);
  const admission = server.admission.hooksFor('delete', call);
  // Before the budget: a refused eviction must not use it up.
  await admission?.validate(pod, pod);
  await claimDisruption(server, pod, options.dryRun === true);
  await markDisrupted(server, call, options.dryRun === true);
  await server.registry.delete(call.resource, place, {
    ...options,
    preconditions: { uid: pod.metadata.uid ?? '', ...options.preconditions },
    admission,
  });
  const success: Status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
  return objectResponse(201, success);
}

/** The delete options stand inside the eviction. */
function readOptions(call: ResourceCall, eviction: unknown): ReturnType<typeof readDeleteOptions> {
  const { deleteOptions, metadata } = isJsonObject(eviction) ? eviction : {};
  const name = isJsonObject(metadata) && typeof metadata.name === 'string' ? metadata.name : '';
  if (name !== '' && name !== call.name) {
    throw badRequest(`name in URL does not match name in Eviction object: ${call.name} != ${name}`);
  }
  const value = isJsonObject(deleteOptions) ? deleteOptions : {};
  // Whatever the eviction came in: its options are a value by now.
  const body = { kind: 'value' as const, value, contentType: 'application/json' };
  const inner = { ...call, request: { ...call.request, body } };
  return { ...readDeleteOptions(inner), dryRun: isDryRun(call, parseDryRun(value)) };
}

function parseDryRun({ dryRun }: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(dryRun) ? dryRun.map(String) : [];
}

async function claimDisruption(server: ServerParts, pod: Pod, dryRun: boolean): Promise<void> {
  const budgets = server.resources.find(policy.v1.poddisruptionbudgets);
  if (budgets === undefined || isBeyondBudget(pod)) return;
  const [budget, ...more] = matchingBudgets(server, pod);
  if (budget === undefined) return;
  if (more.length > 0) throw internal(new Error(MANY_BUDGETS));
  const change = (current: KubeObject): KubeObject => {
    if (!isBudget(current)) return current;
    const decision = decideEviction(current, pod, timestamp(server.clock.now()));
    if (decision.kind === 'refuse') throw refusal(decision, current);
    if (decision.kind === 'free') return current;
    const next: PodDisruptionBudget = { ...current, status: decision.status };
    return next;
  };
  try {
    await server.registry.update(budgets, objectPlace(budget), change, { target: 'status', dryRun });
  } catch (error) {
    // A budget that went away meanwhile protects nothing.
    if (!isStatusError(error, 'NotFound')) throw error;
  }
}

/** What has not started, is over or is going anyway is no disruption. */
function isBeyondBudget({ metadata, status }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined || ['Succeeded', 'Failed', 'Pending'].includes(status?.phase ?? '');
}

function matchingBudgets({ cache }: ServerParts, { metadata }: Pod): readonly PodDisruptionBudget[] {
  return [...cache.collection(policy.v1.poddisruptionbudgets.plural).list(metadata.namespace)]
    .filter(isBudget)
    .filter(({ spec }) => labelSelectorFromObject(spec?.selector).matches(metadata.labels ?? {}));
}

function refusal(
  decision: Extract<BudgetDecision, { kind: 'refuse' }>,
  { metadata }: PodDisruptionBudget,
): StatusError {
  if (decision.broken) {
    return forbidden(decision.why, { ...policy.v1.poddisruptionbudgets, name: metadata.name ?? '' });
  }
  const { status } = tooManyRequests(
    "Cannot evict pod as it would violate the pod's disruption budget.",
    RETRY_SECONDS,
  );
  const causes = [{ reason: 'DisruptionBudget', message: decision.why }];
  const { retryAfterSeconds: _, ...details } = status.details ?? {};
  // A drain has its own retry interval; only a budget that is being recomputed is worth an early retry.
  const retry = decision.soon ? { retryAfterSeconds: RETRY_SECONDS } : {};
  return new StatusError({ ...status, details: { ...details, ...retry, causes } });
}

/** Marks the disruption as voluntary for controllers that count failures. */
async function markDisrupted(server: ServerParts, call: ResourceCall, dryRun: boolean): Promise<void> {
  const pods = server.resources.find(core.v1.pods);
  if (pods === undefined) return;
  const condition: PodCondition = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
    lastTransitionTime: timestamp(server.clock.now()),
  };
  const change = (current: KubeObject): KubeObject => {
    if (!isPod(current)) return current;
    const others = (current.status?.conditions ?? []).filter(({ type }) => type !== condition.type);
    const next: Pod = { ...current, status: { ...current.status, conditions: [...others, condition] } };
    return next;
  };
  await server.registry.update(pods, placeOfCall(call), change, { target: 'status', dryRun });
}

function isBudget(object: KubeObject): object is PodDisruptionBudget {
  return object.kind === 'PodDisruptionBudget';
}
