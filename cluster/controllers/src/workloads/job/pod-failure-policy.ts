import { ownEntry } from '@kubemin/base';
import type {
  PodFailurePolicy,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyRule,
} from '@kubemin/kubeapi/types/batch.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';

/** What the failure of a pod means for its Job. */
export type FailureVerdict =
  | { readonly kind: 'count' }
  | { readonly kind: 'ignore' }
  | { readonly kind: 'fail-index' }
  | { readonly kind: 'fail-job'; readonly message: string };

type Verdict = (message: string) => FailureVerdict;

const VERDICTS: Readonly<Record<string, Verdict>> = {
  Count: () => ({ kind: 'count' }),
  Ignore: () => ({ kind: 'ignore' }),
  FailIndex: () => ({ kind: 'fail-index' }),
  FailJob: (message) => ({ kind: 'fail-job', message }),
};

/** The action of the first rule that matches a failed pod; without one, the failure counts. */
export function applyFailurePolicy(policy: PodFailurePolicy | undefined, pod: Pod): FailureVerdict {
  for (const [index, rule] of (policy?.rules ?? []).entries()) {
    const match = exitCodeMatch(rule, pod) ?? conditionMatch(rule, pod);
    const verdict = match === undefined ? undefined : ownEntry(VERDICTS, rule.action);
    if (verdict !== undefined) return verdict(`${match} matching ${rule.action} rule at index ${index}`);
  }
  return { kind: 'count' };
}

function exitCodeMatch({ onExitCodes }: PodFailurePolicyRule, pod: Pod): string | undefined {
  if (onExitCodes === undefined) return undefined;
  const { containerStatuses = [], initContainerStatuses = [] } = pod.status ?? {};
  for (const { name, state } of [...containerStatuses, ...initContainerStatuses]) {
    const exitCode = state?.terminated?.exitCode ?? 0;
    if (exitCode === 0 || !matches(onExitCodes, name, exitCode)) continue;
    return `Container ${name} for pod ${podName(pod)} failed with exit code ${exitCode}`;
  }
  return undefined;
}

function matches(
  { containerName, operator, values }: PodFailurePolicyOnExitCodesRequirement,
  name: string,
  exitCode: number,
): boolean {
  if (containerName !== undefined && containerName !== name) return false;
  return values.includes(exitCode) === (operator === 'In');
}

function conditionMatch({ onPodConditions = [] }: PodFailurePolicyRule, pod: Pod): string | undefined {
  for (const { type, status = 'True' } of onPodConditions) {
    const found = pod.status?.conditions?.some((condition) => condition.type === type && condition.status === status);
    if (found === true) return `Pod ${podName(pod)} has condition ${type}`;
  }
  return undefined;
}

function podName({ metadata }: Pod): string {
  return `${metadata.namespace}/${metadata.name}`;
}
