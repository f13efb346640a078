import type { ObjectMeta } from '@kubemin/kubeapi';
import type { PodSpec } from '@kubemin/kubeapi/types/core.v1';
import type { CheckVersion, EvaluatePod, Finding, PodCheck } from './checks/check.ts';
import type { LevelVersion } from './policy.ts';

/** Compares pods with the checks of a level, as they were in a version. Pure, apart from remembering which those are. */
export class PodEvaluator {
  readonly #checks: readonly PodCheck[];
  readonly #latest: number;
  readonly #selected = new Map<string, readonly EvaluatePod[]>();

  /** `latest` is the newest version with standards of its own: later ones are not known yet and mean the same. */
  constructor(checks: readonly PodCheck[], latest: number) {
    this.#checks = checks.toSorted(inOrder);
    this.#latest = latest;
  }

  /** What violates the level; checks of baseline come first, each group by id. */
  evaluate(
    { level, version }: LevelVersion,
    metadata: Pick<ObjectMeta, 'annotations'>,
    spec: PodSpec,
  ): readonly Finding[] {
    if (level === 'privileged') return [];
    const minor = version === 'latest' ? this.#latest : Math.min(version, this.#latest);
    return this.#select(level, minor).flatMap((evaluate) => evaluate(metadata, spec) ?? []);
  }

  #select(level: PodCheck['level'], minor: number): readonly EvaluatePod[] {
    const key = `${level}:${minor}`;
    const known = this.#selected.get(key);
    if (known !== undefined) return known;
    const current = this.#checks
      .filter((check) => check.level === 'baseline' || level === 'restricted')
      .flatMap(({ id, versions }) => {
        const version = versionAt(versions, minor);
        return version === undefined ? [] : [{ id, version }];
      });
    const replaced = new Set(current.flatMap(({ version }) => version.replaces ?? []));
    const selected = current.filter(({ id }) => !replaced.has(id)).map(({ version }) => version.evaluate);
    this.#selected.set(key, selected);
    return selected;
  }
}

function versionAt(versions: readonly CheckVersion[], minor: number): CheckVersion | undefined {
  return versions.findLast(({ since }) => since <= minor);
}

function inOrder(a: PodCheck, b: PodCheck): number {
  if (a.level !== b.level) return a.level === 'baseline' ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** `host namespaces (hostNetwork=true), hostPort (container "a" uses hostPort 80)`. */
export function formatFindings(findings: readonly Finding[]): string {
  return findings.map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ');
}

/** `host namespaces, hostPort`. */
export function formatReasons(findings: readonly Finding[]): string {
  return findings.map(({ reason }) => reason).join(', ');
}
