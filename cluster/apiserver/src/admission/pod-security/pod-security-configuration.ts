import { type FieldError, fieldError, isDns1123Label, isDns1123Subdomain, isJsonObject } from '@kubemin/kubeapi';
import { type LevelVersion, type PodSecurityPolicy, type PolicyMode, parseLevel, parseVersion } from './policy.ts';

/** Requests that are not compared with any policy. */
export interface PodSecurityExemptions {
  readonly usernames: ReadonlySet<string>;
  readonly namespaces: ReadonlySet<string>;
  readonly runtimeClasses: ReadonlySet<string>;
}

/** What counts for the whole cluster. */
export interface PodSecurityConfiguration {
  /** For namespaces without labels. */
  readonly defaults: PodSecurityPolicy;
  readonly exemptions: PodSecurityExemptions;
}

export const NO_EXEMPTIONS: PodSecurityExemptions = {
  usernames: new Set(),
  namespaces: new Set(),
  runtimeClasses: new Set(),
};

/** Kind and API versions of the document. */
export const POD_SECURITY_CONFIGURATION = {
  kind: 'PodSecurityConfiguration',
  apiVersions: ['v1', 'v1beta1', 'v1alpha1'].map((version) => `pod-security.admission.config.k8s.io/${version}`),
} as const;

const FIELDS = ['apiVersion', 'kind', 'defaults', 'exemptions'];
const MODES: readonly PolicyMode[] = ['enforce', 'audit', 'warn'];
const DEFAULT_FIELDS = MODES.flatMap((mode) => [mode, `${mode}-version`]);

/** Reads a PodSecurityConfiguration; everything that is wrong with it is added to `problems`. */
export function readPodSecurityConfiguration(document: unknown, problems: FieldError[]): PodSecurityConfiguration {
  const read = new DocumentReader(problems);
  const { apiVersion, kind, defaults, exemptions } = read.object(document, '', FIELDS);
  if (kind !== POD_SECURITY_CONFIGURATION.kind) {
    problems.push(fieldError.notSupported('kind', kind, [POD_SECURITY_CONFIGURATION.kind]));
  }
  if (!POD_SECURITY_CONFIGURATION.apiVersions.includes(String(apiVersion))) {
    problems.push(fieldError.notSupported('apiVersion', apiVersion, POD_SECURITY_CONFIGURATION.apiVersions));
  }
  const levels = read.object(defaults, 'defaults', DEFAULT_FIELDS);
  const exempt = read.object(exemptions, 'exemptions', Object.keys(NO_EXEMPTIONS));
  return {
    defaults: {
      enforce: read.levelVersion(levels, 'enforce'),
      audit: read.levelVersion(levels, 'audit'),
      warn: read.levelVersion(levels, 'warn'),
    },
    exemptions: {
      usernames: read.names(exempt, 'usernames', (name) => (name === '' ? 'username must not be empty' : undefined)),
      namespaces: read.names(exempt, 'namespaces', (name) =>
        isDns1123Label(name) ? undefined : 'must be a name of a namespace',
      ),
      runtimeClasses: read.names(exempt, 'runtimeClasses', (name) =>
        isDns1123Subdomain(name) ? undefined : 'must be a name of a runtime class',
      ),
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads parts of a document, and continues after a wrong one so that all are found. */
class DocumentReader {
  readonly #problems: FieldError[];

  constructor(problems: FieldError[]) {
    this.#problems = problems;
  }

  /** A misspelt field would weaken the policy unnoticed: other fields than these are a problem. */
  object(value: unknown, path: string, known: readonly string[]): Fields {
    if (value === undefined || value === null) return {};
    if (!isJsonObject(value)) {
      this.#problems.push(fieldError.typeInvalid(path, value, 'must be an object'));
      return {};
    }
    for (const field of Object.keys(value)) {
      if (known.includes(field)) continue;
      const at = path === '' ? field : `${path}.${field}`;
      this.#problems.push(fieldError.forbidden(at, `unknown field; use ${known.join(', ')}`));
    }
    return value;
  }

  levelVersion(defaults: Fields, mode: PolicyMode): LevelVersion {
    const level = parseLevel(this.#text(defaults, mode, 'privileged'));
    const version = parseVersion(this.#text(defaults, `${mode}-version`, 'latest'));
    if ('problem' in level) this.#problems.push(fieldError.invalid(`defaults.${mode}`, defaults[mode], level.problem));
    if ('problem' in version) {
      const field = `${mode}-version`;
      this.#problems.push(fieldError.invalid(`defaults.${field}`, defaults[field], version.problem));
    }
    return {
      level: 'level' in level ? level.level : 'restricted',
      version: 'version' in version ? version.version : 'latest',
    };
  }

  names(exemptions: Fields, field: string, problem: (name: string) => string | undefined): ReadonlySet<string> {
    const path = `exemptions.${field}`;
    const names = new Set<string>();
    const given = exemptions[field] ?? [];
    if (!Array.isArray(given)) {
      this.#problems.push(fieldError.typeInvalid(path, given, 'must be a list of strings'));
      return names;
    }
    for (const [index, name] of given.entries()) {
      const at = `${path}[${index}]`;
      const wrong = typeof name === 'string' ? problem(name) : 'must be a string';
      if (wrong !== undefined) this.#problems.push(fieldError.invalid(at, name, wrong));
      else if (names.has(name)) this.#problems.push(fieldError.duplicate(at, name));
      else names.add(name);
    }
    return names;
  }

  #text(defaults: Fields, field: string, otherwise: string): string {
    const value = defaults[field];
    if (value === undefined || value === null || value === '') return otherwise;
    return typeof value === 'string' ? value : '?';
  }
}
