import { Counter, type CounterSeries, type Metric } from '@kubemin/base';
import type { AdmissionRequest } from '../../registry/index.ts';
import { formatVersion, type LevelVersion, type PolicyMode } from './policy.ts';

type CountedRequest = Pick<AdmissionRequest, 'operation' | 'resource' | 'subresource'>;

const REQUEST_LABELS = ['request_operation', 'resource', 'subresource'] as const;

/** Counts evaluations, exemptions and errors under the names and labels of Kubernetes. */
export class PodSecurityMetrics {
  readonly #latest: number;
  readonly #evaluations = new Counter({
    name: 'pod_security_evaluations_total',
    help: 'Policy evaluations, without ignored and exempt requests.',
    labels: ['decision', 'policy_level', 'policy_version', 'mode', ...REQUEST_LABELS],
  });
  readonly #exemptions = new Counter({
    name: 'pod_security_exemptions_total',
    help: 'Exempt requests.',
    labels: REQUEST_LABELS,
  });
  readonly #errors = new Counter({
    name: 'pod_security_errors_total',
    help: 'Errors that prevented a normal evaluation; with fatal="false" the restricted level was used instead.',
    labels: ['fatal', ...REQUEST_LABELS],
  });
  /** By operation: pods of namespaces without a policy are counted on the path of every pod. */
  readonly #privileged: Readonly<Record<string, CounterSeries>>;

  constructor(latest: number) {
    this.#latest = latest;
    const series = (operation: string): CounterSeries =>
      this.#evaluations.series({
        decision: 'allow',
        policy_level: 'privileged',
        policy_version: 'latest',
        mode: 'enforce',
        request_operation: operation,
        resource: 'pod',
        subresource: '',
      });
    this.#privileged = { create: series('create'), update: series('update') };
  }

  all(): readonly Metric[] {
    return [this.#evaluations, this.#exemptions, this.#errors];
  }

  /** A pod of a namespace without a policy. */
  countPrivileged({ operation }: CountedRequest): void {
    this.#privileged[operation]?.add();
  }

  countEvaluation(
    decision: 'allow' | 'deny',
    { mode, policy }: { readonly mode: PolicyMode; readonly policy: LevelVersion },
    request: CountedRequest,
  ): void {
    const labels = {
      decision,
      policy_level: policy.level,
      policy_version: this.#versionLabel(policy),
      mode,
      ...requestLabels(request),
    };
    this.#evaluations.series(labels).add();
  }

  countExemption(request: CountedRequest): void {
    this.#exemptions.series(requestLabels(request)).add();
  }

  countError(request: CountedRequest): void {
    this.#errors.series({ fatal: 'false', ...requestLabels(request) }).add();
  }

  /** Users may write any number of versions into labels: later ones share one value. */
  #versionLabel({ level, version }: LevelVersion): string {
    if (level === 'privileged') return 'latest';
    return version !== 'latest' && version > this.#latest ? 'future' : formatVersion(version);
  }
}

function requestLabels({ operation, resource, subresource = '' }: CountedRequest) {
  return {
    request_operation: operation,
    resource: resource.info.plural === 'pods' ? 'pod' : 'controller',
    subresource,
  };
}
