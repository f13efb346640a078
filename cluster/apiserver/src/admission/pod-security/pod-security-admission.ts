import { deepEqual, forbidden, invalid, type KubeObject, type ObjectMeta } from '@kubemin/kubeapi';
import { apps, batch, core } from '@kubemin/kubeapi/resources';
import type { Pod, PodSpec } from '@kubemin/kubeapi/types/core.v1';
import { isPod, SERVER_VERSION } from '../../handler/index.ts';
import {
  type AdmissionContext,
  type AdmissionFactory,
  type AdmissionPlugin,
  type AdmissionRequest,
  isAbout,
  type ServerParts,
} from '../../registry/index.ts';
import type { Finding, PodCheck } from './checks/check.ts';
import { hostChecks } from './checks/host-settings.ts';
import { privilegeChecks } from './checks/privileges.ts';
import { profileChecks } from './checks/profiles.ts';
import { userChecks } from './checks/users.ts';
import { volumeChecks } from './checks/volumes.ts';
import { existingPodWarnings } from './existing-pods.ts';
import { isRelevantChange, podTemplateIn } from './pod-changes.ts';
import { formatFindings, PodEvaluator } from './pod-evaluator.ts';
import { NO_EXEMPTIONS, type PodSecurityConfiguration } from './pod-security-configuration.ts';
import { PodSecurityMetrics } from './pod-security-metrics.ts';
import {
  compareLevels,
  exemptNamespaceWarning,
  formatLevelVersion,
  type LevelVersion,
  type NamespacePolicy,
  namespacePolicy,
  PRIVILEGED_POLICY,
} from './policy.ts';

/** Subresources of pods that start nothing new in them; any other one is compared with the policy. */
const IGNORED_SUBRESOURCES = ['attach', 'binding', 'eviction', 'exec', 'log', 'portforward', 'proxy', 'status'];

const WORKLOADS = [
  core.v1.replicationcontrollers,
  core.v1.podtemplates,
  apps.v1.replicasets,
  apps.v1.deployments,
  apps.v1.statefulsets,
  apps.v1.daemonsets,
  batch.v1.jobs,
  batch.v1.cronjobs,
];

/** Configuration without which nothing is restricted but by labels of namespaces. */
const DEFAULT_CONFIGURATION: PodSecurityConfiguration = { defaults: PRIVILEGED_POLICY, exemptions: NO_EXEMPTIONS };

/** Compares pods with the Pod Security Standards that labels of their namespaces, or the configuration, select. */
export function podSecurity(configuration: PodSecurityConfiguration = DEFAULT_CONFIGURATION): AdmissionFactory {
  return (context) => new PodSecurity(configuration, context);
}

class PodSecurity implements AdmissionPlugin {
  readonly name = 'PodSecurity';
  readonly #configuration: PodSecurityConfiguration;
  readonly #server: ServerParts;
  readonly #evaluator: PodEvaluator;
  readonly #metrics: PodSecurityMetrics;
  /** Objects of the cache never change: each state of a namespace is read once. */
  readonly #policies = new WeakMap<KubeObject, NamespacePolicy>();
  readonly #defaultPolicy: NamespacePolicy;

  constructor(configuration: PodSecurityConfiguration, { server, addMetric }: AdmissionContext) {
    const latest = Number(SERVER_VERSION.minor);
    this.#configuration = configuration;
    this.#server = server;
    this.#evaluator = new PodEvaluator(builtinChecks, latest);
    this.#metrics = new PodSecurityMetrics(latest);
    this.#defaultPolicy = namespacePolicy(undefined, configuration.defaults);
    for (const metric of this.#metrics.all()) addMetric(metric);
  }

  applies(request: Parameters<AdmissionPlugin['applies']>[0]): boolean {
    if (request.operation === 'delete' || request.operation === 'connect') return false;
    if (isPods(request)) return !IGNORED_SUBRESOURCES.includes(request.subresource ?? '');
    return isAbout(request, core.v1.namespaces, ...WORKLOADS);
  }

  validate(object: KubeObject, request: AdmissionRequest): void {
    if (isPods(request)) this.#validatePod(object, request);
    else if (isAbout(request, core.v1.namespaces)) this.#validateNamespace(object, request);
    else this.#validateWorkload(object, request);
  }

  #validatePod(object: KubeObject, request: AdmissionRequest): void {
    if (this.#isExemptRequest(request)) return;
    const policy = this.#policyIn(request.namespace);
    if (policy.privileged) {
      this.#metrics.countPrivileged(request);
      return;
    }
    if (!isPod(object) || (isPod(request.old) && !isRelevantChange(object, request.old))) return;
    this.#evaluate({ policy, metadata: object.metadata, spec: object.spec ?? NO_SPEC, enforced: true }, request);
  }

  /** Workloads are never rejected: their pods are, by the controllers' writes. */
  #validateWorkload(object: KubeObject, request: AdmissionRequest): void {
    if (this.#isExemptRequest(request)) return;
    const namespacePolicy = this.#policyIn(request.namespace);
    const { policy, problems } = namespacePolicy;
    const isSilent = policy.warn.level === 'privileged' && policy.audit.level === 'privileged';
    if (isSilent && problems.length === 0) return;
    const template = podTemplateIn(object);
    if (template === undefined) return;
    const { metadata = {}, spec = NO_SPEC } = template;
    this.#evaluate({ policy: namespacePolicy, metadata, spec, enforced: false, name: object.metadata.name }, request);
  }

  #evaluate(subject: Subject, request: AdmissionRequest): void {
    const { spec, metadata, enforced } = subject;
    const { policy, problems } = subject.policy;
    if (this.#isExemptClass(spec)) {
      this.#metrics.countExemption(request);
      return;
    }
    if (problems.length > 0) this.#metrics.countError(request);
    const { enforce, audit, warn } = policy;
    const results = new Map<string, readonly Finding[]>();
    const find = (level: LevelVersion): readonly Finding[] => {
      const key = formatLevelVersion(level);
      const findings = results.get(key) ?? this.#evaluator.evaluate(level, metadata, spec);
      results.set(key, findings);
      return findings;
    };
    const count = (decision: 'allow' | 'deny', mode: 'enforce' | 'audit' | 'warn'): void =>
      this.#metrics.countEvaluation(decision, { mode, policy: policy[mode] }, request);
    const name = subject.name ?? metadata.name ?? '';
    const violations = enforced ? find(enforce) : [];
    if (enforced) count(violations.length > 0 ? 'deny' : 'allow', 'enforce');
    const audited = find(audit);
    if (audited.length > 0) {
      count('deny', 'audit');
      this.#logViolation(audited, { audit, name, request });
    }
    if (violations.length > 0) {
      const why = `violates PodSecurity "${formatLevelVersion(enforce)}": ${formatFindings(violations)}`;
      throw forbidden(why, { ...request.resource.info, name });
    }
    const warned = find(warn);
    if (warned.length === 0) return;
    count('deny', 'warn');
    request.warn(`would violate PodSecurity "${formatLevelVersion(warn)}": ${formatFindings(warned)}`);
  }

  /** There is no audit log that the violation could be an annotation of. */
  #logViolation(
    findings: readonly Finding[],
    {
      audit,
      name,
      request,
    }: { readonly audit: LevelVersion; readonly name: string; readonly request: AdmissionRequest },
  ): void {
    const { operation, resource, namespace, user } = request;
    const policy = formatLevelVersion(audit);
    const subject = { operation, resource: resource.info.plural, namespace, name, user: user?.username };
    this.#server.logger.info('would violate PodSecurity', { policy, ...subject, violations: formatFindings(findings) });
  }

  #validateNamespace(object: KubeObject, request: AdmissionRequest): void {
    const { name = '', labels } = object.metadata;
    const { defaults, exemptions } = this.#configuration;
    const next = namespacePolicy(labels, defaults);
    const old = request.old === undefined ? undefined : this.#policyOf(request.old);
    if (next.problems.length > 0 && !deepEqual(next.problems, old?.problems ?? [])) {
      throw invalid(request.resource.info, name, next.problems);
    }
    if (old !== undefined && !isStricter(next.policy.enforce, old.policy.enforce)) return;
    if (exemptions.namespaces.has(name)) {
      const warning = exemptNamespaceWarning(name, labels, defaults);
      if (warning !== undefined) request.warn(warning);
    } else if (old !== undefined) {
      for (const warning of this.#existingPodWarnings(name, next.policy.enforce)) request.warn(warning);
    }
  }

  #existingPodWarnings(namespace: string, enforce: LevelVersion): readonly string[] {
    const pods = podsIn(this.#server, namespace);
    const isExempt = ({ spec = NO_SPEC }: Pod): boolean => this.#isExemptClass(spec);
    const { clock } = this.#server;
    return existingPodWarnings({ namespace, pods, enforce, isExempt }, { evaluator: this.#evaluator, clock });
  }

  #isExemptRequest(request: AdmissionRequest): boolean {
    const { namespaces, usernames } = this.#configuration.exemptions;
    if (namespaces.size === 0 && usernames.size === 0) return false;
    const isExempt = namespaces.has(request.namespace) || usernames.has(request.user?.username ?? '');
    if (isExempt) this.#metrics.countExemption(request);
    return isExempt;
  }

  #isExemptClass({ runtimeClassName = '' }: PodSpec): boolean {
    return this.#configuration.exemptions.runtimeClasses.has(runtimeClassName);
  }

  #policyIn(namespace: string): NamespacePolicy {
    const found = this.#server.cache.collection(core.v1.namespaces.plural).get('', namespace);
    return found === undefined ? this.#defaultPolicy : this.#policyOf(found);
  }

  #policyOf(namespace: KubeObject): NamespacePolicy {
    const known = this.#policies.get(namespace);
    if (known !== undefined) return known;
    const policy = namespacePolicy(namespace.metadata.labels, this.#configuration.defaults);
    this.#policies.set(namespace, policy);
    return policy;
  }
}

const NO_SPEC: PodSpec = { containers: [] };

/** A pod, or the template of one, on its way through the evaluation. */
interface Subject {
  readonly policy: NamespacePolicy;
  readonly metadata: ObjectMeta;
  readonly spec: PodSpec;
  /** Whether violations of the level to enforce reject the request. */
  readonly enforced: boolean;
  /** Of the workload, where it is not a pod. */
  readonly name?: string | undefined;
}

function isPods({ resource: { info } }: Pick<AdmissionRequest, 'resource'>): boolean {
  return info.group === core.v1.pods.group && info.plural === core.v1.pods.plural;
}

/** Whether pods that were allowed before could violate what is enforced now. */
function isStricter(next: LevelVersion, old: LevelVersion): boolean {
  if (next.level === 'privileged') return false;
  return next.version !== old.version || compareLevels(next.level, old.level) > 0;
}

function* podsIn({ cache }: ServerParts, namespace: string): Generator<Pod> {
  for (const object of cache.collection(core.v1.pods.plural).list(namespace)) if (isPod(object)) yield object;
}

/** The checks of the Pod Security Standards of Kubernetes 1.35, by the ids that Kubernetes has for them. */
export const builtinChecks: readonly PodCheck[] = [
  ...hostChecks,
  ...privilegeChecks,
  ...profileChecks,
  ...userChecks,
  ...volumeChecks,
];
