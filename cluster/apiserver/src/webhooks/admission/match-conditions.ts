import { toError } from '@kubemin/base';
import { forbidden, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import type { MatchCondition } from '@kubemin/kubeapi/types/admissionregistration.v1';
import { CelError, type CelProgram, compileCel } from '../../cel/index.ts';

/** What a condition may read. */
const MATCH_VARIABLES = ['object', 'oldObject', 'request'] as const;

/** The values that conditions of one request read. */
export type MatchInput = Readonly<Record<(typeof MATCH_VARIABLES)[number], JsonValue>>;

interface Condition {
  readonly name: string;
  /** An error for an expression that was stored although it does not compile here. */
  readonly program: CelProgram | Error;
}

/** The `matchConditions` of a webhook, all of which must hold. */
export class MatchConditions {
  readonly #conditions: readonly Condition[];
  readonly #failurePolicy: string;

  constructor(conditions: readonly MatchCondition[], failurePolicy: string) {
    this.#conditions = conditions.map(({ name, expression }) => ({ name, program: compile(expression) }));
    this.#failurePolicy = failurePolicy;
  }

  get isEmpty(): boolean {
    return this.#conditions.length === 0;
  }

  /** A condition that does not hold decides; an error counts where none does, and then the failure policy decides. */
  matches(input: MatchInput, at: Parameters<typeof forbidden>[1]): boolean {
    const errors: string[] = [];
    for (const { program } of this.#conditions) {
      try {
        if (program instanceof Error) throw program;
        if (!program.evaluate(input)) return false;
      } catch (error) {
        if (!(error instanceof CelError)) throw error;
        errors.push(error.message);
      }
    }
    if (errors.length === 0) return true;
    if (this.#failurePolicy === 'Ignore') return false;
    throw forbidden(errors.length === 1 ? `${errors[0]}` : `[${errors.join(', ')}]`, at);
  }
}

function compile(expression: string): CelProgram | Error {
  try {
    return compileCel(expression, MATCH_VARIABLES);
  } catch (error) {
    return toError(error);
  }
}

/** The variables of a review's request: the objects apart from the rest. */
export function matchInput({ object = null, oldObject = null, ...request }: JsonObject): MatchInput {
  return { object, oldObject, request };
}
