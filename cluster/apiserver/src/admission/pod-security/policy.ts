import { deepEqual, type FieldError, fieldError } from '@kubemin/kubeapi';

/** From the least to the most strict. */
const LEVELS = ['privileged', 'baseline', 'restricted'] as const;

/** A level of the Pod Security Standards. */
export type PodSecurityLevel = (typeof LEVELS)[number];

/** The minor version of Kubernetes 1 whose standards count, or those of this server. */
export type PolicyVersion = number | 'latest';

/** What pods are compared with. */
export interface LevelVersion {
  readonly level: PodSecurityLevel;
  readonly version: PolicyVersion;
}

const MODES = ['enforce', 'audit', 'warn'] as const;

/** What happens to pods that violate a level: they are rejected, recorded, or the client is warned. */
export type PolicyMode = (typeof MODES)[number];

/** The level of each mode. */
export type PodSecurityPolicy = Readonly<Record<PolicyMode, LevelVersion>>;

/** The policy of a namespace, and what is wrong with the labels it comes from. */
export interface NamespacePolicy {
  readonly policy: PodSecurityPolicy;
  readonly problems: readonly FieldError[];
  /** Whether nothing has to be evaluated. */
  readonly privileged: boolean;
}

const LATEST_PRIVILEGED: LevelVersion = { level: 'privileged', version: 'latest' };

/** Allows everything: the policy without labels and configuration. */
export const PRIVILEGED_POLICY: PodSecurityPolicy = {
  enforce: LATEST_PRIVILEGED,
  audit: LATEST_PRIVILEGED,
  warn: LATEST_PRIVILEGED,
};

const LABEL_PREFIX = 'pod-security.kubernetes.io/';
const LEVEL_PROBLEM = `must be one of ${LEVELS.join(', ')}`;
const VERSION_PROBLEM = 'must be "latest" or "v1.x"';

type Labels = Readonly<Record<string, string>>;

/** A level by its name, or a text that states what is wrong with the name. */
export function parseLevel(text: string): { readonly level: PodSecurityLevel } | { readonly problem: string } {
  const level = LEVELS.find((known) => known === text);
  return level === undefined ? { problem: LEVEL_PROBLEM } : { level };
}

/** A version (`latest` or `v1.35`), or a text that states what is wrong with it. */
export function parseVersion(text: string): { readonly version: PolicyVersion } | { readonly problem: string } {
  if (text === 'latest') return { version: 'latest' };
  const minor = /^v1\.(0|[1-9][0-9]*)$/.exec(text)?.[1];
  const version = minor === undefined ? Number.NaN : Number(minor);
  return Number.isSafeInteger(version) ? { version } : { problem: VERSION_PROBLEM };
}

/** `baseline:latest`, `restricted:v1.35`. */
export function formatLevelVersion({ level, version }: LevelVersion): string {
  return `${level}:${formatVersion(version)}`;
}

export function formatVersion(version: PolicyVersion): string {
  return version === 'latest' ? version : `v1.${version}`;
}

/** Positive where the first level is stricter, 0 where both are the same. */
export function compareLevels(a: PodSecurityLevel, b: PodSecurityLevel): number {
  return LEVELS.indexOf(a) - LEVELS.indexOf(b);
}

/**
 * The policy that the labels of a namespace define, on top of the defaults. With wrong labels there is a policy as well:
 * an unknown level to enforce counts as restricted, an unknown level to audit or warn about as privileged.
 */
export function namespacePolicy(labels: Labels | undefined, defaults: PodSecurityPolicy): NamespacePolicy {
  const problems: FieldError[] = [];
  const read = (mode: PolicyMode): LevelVersion => readMode(mode, { labels: labels ?? {}, defaults, problems });
  const stated = { enforce: read('enforce'), audit: read('audit'), warn: read('warn') };
  const policy = withDefaultWarning(stated, labels ?? {});
  return { policy, problems, privileged: problems.length === 0 && isPrivileged(policy) };
}

function readMode(
  mode: PolicyMode,
  {
    labels,
    defaults,
    problems,
  }: { readonly labels: Labels; readonly defaults: PodSecurityPolicy; readonly problems: FieldError[] },
): LevelVersion {
  let { level, version } = defaults[mode];
  const givenLevel = labels[`${LABEL_PREFIX}${mode}`];
  if (givenLevel !== undefined) {
    const parsed = parseLevel(givenLevel);
    if ('level' in parsed) level = parsed.level;
    else {
      level = mode === 'enforce' ? 'restricted' : 'privileged';
      problems.push(labelProblem(mode, givenLevel, parsed.problem));
    }
  }
  const givenVersion = labels[`${LABEL_PREFIX}${mode}-version`];
  if (givenVersion !== undefined) {
    const parsed = parseVersion(givenVersion);
    if ('version' in parsed) version = parsed.version;
    else {
      version = 'latest';
      problems.push(labelProblem(`${mode}-version`, givenVersion, parsed.problem));
    }
  }
  return { level, version };
}

function labelProblem(label: string, value: string, problem: string): FieldError {
  return fieldError.invalid(`metadata.labels[${LABEL_PREFIX}${label}]`, value, problem);
}

/**
 * Where a label enforces a level and none states what to warn about, clients are warned about the same level: workloads
 * are not rejected, so without a warning only their missing pods would show the violation.
 */
function withDefaultWarning(policy: PodSecurityPolicy, labels: Labels): PodSecurityPolicy {
  const { enforce, warn } = policy;
  const enforced = labels[`${LABEL_PREFIX}enforce`];
  const isStated = enforced !== undefined && 'level' in parseLevel(enforced);
  if (!isStated || labels[`${LABEL_PREFIX}warn`] !== undefined) return policy;
  if (compareLevels(enforce.level, warn.level) <= 0) return policy;
  const hasVersion = labels[`${LABEL_PREFIX}warn-version`] !== undefined;
  return { ...policy, warn: { level: enforce.level, version: hasVersion ? warn.version : enforce.version } };
}

function isPrivileged(policy: PodSecurityPolicy): boolean {
  return MODES.every((mode) => policy[mode].level === 'privileged');
}

/**
 * Why labels of an exempt namespace have no effect; undefined where they would not have one anyway. Lists the modes that
 * a label makes stricter than privileged.
 */
export function exemptNamespaceWarning(
  name: string,
  labels: Labels | undefined,
  defaults: PodSecurityPolicy,
): string | undefined {
  const { policy } = namespacePolicy(labels, defaults);
  if (isPrivileged(policy) || MODES.every((mode) => isEquivalent(policy[mode], defaults[mode]))) return undefined;
  const ignored = MODES.filter((mode) => {
    const label = `${LABEL_PREFIX}${mode}`;
    const isStated = labels?.[label] !== undefined || labels?.[`${label}-version`] !== undefined;
    return isStated && policy[mode].level !== 'privileged';
  }).map((mode) => `${mode}=${formatLevelVersion(policy[mode])}`);
  return `namespace ${JSON.stringify(name)} is exempt from Pod Security, and the policy (${ignored.join(', ')}) will be ignored`;
}

function isEquivalent(a: LevelVersion, b: LevelVersion): boolean {
  return (a.level === 'privileged' && b.level === 'privileged') || deepEqual(a, b);
}
