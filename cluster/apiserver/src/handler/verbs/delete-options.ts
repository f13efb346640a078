import { badRequest, fieldError, invalid, isJsonObject } from '@kubemin/kubeapi';
import { type DeleteOptions, isDryRun, type PropagationPolicy, type ResourceCall } from '../../registry/index.ts';
import { readBody } from '../request-body.ts';
import { decodeDeleteOptions } from './delete-options-decoder.ts';

const POLICIES: readonly PropagationPolicy[] = ['Foreground', 'Background', 'Orphan'];

/** The options of a delete request: its body or, only when there is none, its query. */
export function readDeleteOptions(call: ResourceCall): DeleteOptions {
  const body = readBody(call.request);
  if (body === undefined) return fromQuery(call);
  const { gracePeriodSeconds, propagationPolicy, orphanDependents, preconditions, dryRun } = decodeDeleteOptions(body);
  const dryRuns = Array.isArray(dryRun) ? dryRun.map(String) : [];
  return {
    ...(typeof gracePeriodSeconds === 'number' && { gracePeriodSeconds }),
    ...policyOption(propagationPolicy, orphanDependents),
    ...(isJsonObject(preconditions) && { preconditions: readPreconditions(preconditions) }),
    dryRun: isDryRun(call, dryRuns),
  };
}

function fromQuery(call: ResourceCall): DeleteOptions {
  const { query } = call.request;
  const grace = query.get('gracePeriodSeconds');
  const orphan = query.get('orphanDependents');
  if (grace !== null && !/^-?\d{1,9}$/.test(grace))
    throw badRequest(`gracePeriodSeconds must be a number, not ${grace}`);
  return {
    ...(grace !== null && { gracePeriodSeconds: Number(grace) }),
    ...policyOption(query.get('propagationPolicy') ?? undefined, orphan === null ? undefined : orphan === 'true'),
    dryRun: isDryRun(call),
  };
}

function policyOption(policy: unknown, orphanDependents: unknown): { readonly propagationPolicy?: PropagationPolicy } {
  const options = { group: 'meta.k8s.io', kind: 'DeleteOptions' };
  if (policy === undefined || policy === null || policy === '') {
    if (typeof orphanDependents !== 'boolean') return {};
    return { propagationPolicy: orphanDependents ? 'Orphan' : 'Background' };
  }
  if (typeof orphanDependents === 'boolean') {
    const rule = 'orphanDependents and deletionPropagation cannot be both set';
    throw invalid(options, '', [fieldError.invalid('propagationPolicy', policy, rule)]);
  }
  const known = POLICIES.find((candidate) => candidate === policy);
  if (known === undefined) throw invalid(options, '', [fieldError.notSupported('propagationPolicy', policy, POLICIES)]);
  return { propagationPolicy: known };
}

function readPreconditions(given: Readonly<Record<string, unknown>>): NonNullable<DeleteOptions['preconditions']> {
  const { uid, resourceVersion } = given;
  return {
    ...(typeof uid === 'string' && { uid }),
    ...(typeof resourceVersion === 'string' && { resourceVersion }),
  };
}
