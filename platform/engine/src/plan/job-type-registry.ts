import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { KubeObject } from '@kubemin/kubeapi';
import { planMessages } from '../messages/index.ts';
import type { JobType, PruneRule } from '../task/index.ts';

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
      if (this.#byName.has(type.name)) throw conflict(planMessages.jobTypeTwice({ type: type.name }));
      this.#byName.set(type.name, type);
      for (const kind of type.kinds) {
        const other = this.#byKind.get(kind);
        if (other !== undefined) {
          throw conflict(planMessages.kindTwice({ first: other.type.name, second: type.name, kind }));
        }
        this.#byKind.set(kind, { type, rank });
      }
    }
  }

  get(name: string): JobType {
    const type = this.#byName.get(name);
    if (type !== undefined) return type;
    throw new TerminalError(planMessages.jobTypeUnknown({ type: name }), {
      code: 'JOB_TYPE_UNKNOWN',
    });
  }

  /** The rules by which objects that are no longer needed are found. */
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
    const { kind, metadata } = object;
    throw new TerminalError(planMessages.kindUnknown({ kind, name: metadata.name ?? '' }), {
      code: 'JOB_TYPE_UNKNOWN',
    });
  }
}

function conflict(message: Message): TerminalError {
  return new TerminalError(message, { code: 'JOB_TYPE_CONFLICT' });
}
