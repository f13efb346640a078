import { TerminalError } from '@kubemin/base';
import type { KubeObject } from '@kubemin/kubeapi';
import type { JobType, PruneRule } from './job-type.ts';

/** A job type and its place in the registry, which orders a component's jobs inside a bucket. */
export interface RankedJobType {
  readonly type: JobType;
  readonly rank: number;
}

/** The job types an engine knows, by name and by the object kinds they deliver. */
export class JobTypeRegistry {
  readonly #byName = new Map<string, JobType>();
  readonly #byKind = new Map<string, RankedJobType>();

  constructor(types: readonly JobType[]) {
    for (const [rank, type] of types.entries()) {
      if (this.#byName.has(type.name)) throw twice(`two job types are called "${type.name}"`);
      this.#byName.set(type.name, type);
      for (const kind of type.kinds) {
        const other = this.#byKind.get(kind);
        if (other !== undefined) throw twice(`"${other.type.name}" and "${type.name}" both deliver ${kind}`);
        this.#byKind.set(kind, { type, rank });
      }
    }
  }

  named(name: string): JobType {
    const type = this.#byName.get(name);
    if (type !== undefined) return type;
    throw new TerminalError(`there is no job type "${name}"; register it with createEngine({ jobTypes })`, {
      code: 'JOB_TYPE_UNKNOWN',
    });
  }

  /** The rules by which objects that nobody needs any more are found. */
  pruneRules(): readonly PruneRule[] {
    return [...this.#byName.values()].flatMap(({ prune }) => prune ?? []);
  }

  /** The rule for objects of a kind; undefined when they are never pruned. */
  pruneRuleFor(kind: string): PruneRule | undefined {
    return this.#byKind.get(kind)?.type.prune;
  }

  forObject(object: Pick<KubeObject, 'kind' | 'metadata'>): RankedJobType {
    const found = this.#byKind.get(object.kind);
    if (found !== undefined) return found;
    throw new TerminalError(
      `no job type delivers ${object.kind} "${object.metadata.name}"; register one whose kinds include ${object.kind}`,
      { code: 'JOB_TYPE_UNKNOWN' },
    );
  }
}

function twice(message: string): TerminalError {
  return new TerminalError(`${message}; each name and each kind belongs to one job type`, {
    code: 'JOB_TYPE_CONFLICT',
  });
}
