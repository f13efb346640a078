import { type FieldError, fieldError, isDns1123Label } from '@kubemin/kubeapi';
import type { Container, ContainerPort, PodSpec, PodTemplateSpec, VolumeMount } from '@kubemin/kubeapi/types/core.v1';

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const PROTOCOLS = ['TCP', 'UDP', 'SCTP'];
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];

const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

/** What users get wrong most often in a pod spec; `path` is where it stands (`spec`, `spec.template.spec`). */
export function validatePodSpec(
  spec: PodSpec | undefined,
  path: string,
  claimedVolumes: readonly string[] = [],
): readonly FieldError[] {
  if (spec === undefined || spec.containers.length === 0) return [fieldError.required(`${path}.containers`)];
  const problems: FieldError[] = [];
  const volumes = new Set<string>();
  for (const [index, volume] of (spec.volumes ?? []).entries()) {
    problems.push(...nameProblems(volume.name, `${path}.volumes[${index}].name`, volumes));
  }
  for (const name of claimedVolumes) volumes.add(name);
  const names = new Set<string>();
  for (const [index, container] of (spec.initContainers ?? []).entries()) {
    problems.push(...containerProblems(container, `${path}.initContainers[${index}]`, { names, volumes }));
  }
  for (const [index, container] of spec.containers.entries()) {
    problems.push(...containerProblems(container, `${path}.containers[${index}]`, { names, volumes }));
  }
  problems.push(...oneOf(spec.restartPolicy, RESTART_POLICIES, `${path}.restartPolicy`));
  problems.push(...oneOf(spec.dnsPolicy, DNS_POLICIES, `${path}.dnsPolicy`));
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) {
    const value = spec.terminationGracePeriodSeconds;
    problems.push(
      fieldError.invalid(`${path}.terminationGracePeriodSeconds`, value, 'must be greater than or equal to 0'),
    );
  }
  return problems;
}

/** What a workload asks of its template beyond what every pod needs. */
export interface PodTemplateRules {
  /** @default ['Always'], as for everything that is meant to run on */
  readonly restartPolicies?: readonly string[];
  /** Volumes the controller adds to each pod. */
  readonly claimedVolumes?: readonly string[];
}

/** A template's pod spec, and that its restart policy suits the workload. */
export function validatePodTemplate(
  template: PodTemplateSpec | undefined,
  path: string,
  rules: PodTemplateRules = {},
): readonly FieldError[] {
  const { restartPolicies = ['Always'], claimedVolumes } = rules;
  const problems = [...validatePodSpec(template?.spec, `${path}.spec`, claimedVolumes)];
  const policy = template?.spec?.restartPolicy;
  if (policy !== undefined && RESTART_POLICIES.includes(policy)) {
    problems.push(...oneOf(policy, restartPolicies, `${path}.spec.restartPolicy`));
  }
  return problems;
}

interface Scope {
  readonly names: Set<string>;
  readonly volumes: ReadonlySet<string>;
}

function containerProblems(container: Container, path: string, scope: Scope): readonly FieldError[] {
  const problems = [...nameProblems(container.name, `${path}.name`, scope.names)];
  if ((container.image ?? '') === '') problems.push(fieldError.required(`${path}.image`));
  else if (container.image !== container.image?.trim()) {
    problems.push(fieldError.invalid(`${path}.image`, container.image, 'must not have leading or trailing whitespace'));
  }
  problems.push(...oneOf(container.imagePullPolicy, PULL_POLICIES, `${path}.imagePullPolicy`));
  for (const [index, port] of (container.ports ?? []).entries()) {
    problems.push(...portProblems(port, `${path}.ports[${index}]`));
  }
  for (const [index, variable] of (container.env ?? []).entries()) {
    if (variable.name === '') problems.push(fieldError.required(`${path}.env[${index}].name`));
  }
  for (const [index, mount] of (container.volumeMounts ?? []).entries()) {
    problems.push(...mountProblems(mount, `${path}.volumeMounts[${index}]`, scope.volumes));
  }
  return problems;
}

function nameProblems(name: string, path: string, taken: Set<string>): readonly FieldError[] {
  if (name === '') return [fieldError.required(path)];
  if (!isDns1123Label(name)) return [fieldError.invalid(path, name, LABEL_RULE)];
  if (taken.has(name)) return [fieldError.duplicate(path, name)];
  taken.add(name);
  return [];
}

function portProblems(port: ContainerPort, path: string): readonly FieldError[] {
  const problems = [...oneOf(port.protocol, PROTOCOLS, `${path}.protocol`)];
  if (port.containerPort === 0) problems.push(fieldError.required(`${path}.containerPort`));
  else if (!isPort(port.containerPort)) {
    problems.push(
      fieldError.invalid(`${path}.containerPort`, port.containerPort, 'must be between 1 and 65535, inclusive'),
    );
  }
  return problems;
}

function mountProblems(mount: VolumeMount, path: string, volumes: ReadonlySet<string>): readonly FieldError[] {
  const problems: FieldError[] = [];
  if (mount.name === '') problems.push(fieldError.required(`${path}.name`));
  else if (!volumes.has(mount.name)) {
    problems.push(fieldError.notFound(`${path}.name`, mount.name));
  }
  if (mount.mountPath === '') problems.push(fieldError.required(`${path}.mountPath`));
  return problems;
}

function oneOf(value: string | undefined, allowed: readonly string[], path: string): readonly FieldError[] {
  return value === undefined || allowed.includes(value) ? [] : [fieldError.notSupported(path, value, allowed)];
}

/** Whether a number is a TCP/UDP port. */
export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}
