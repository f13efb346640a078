import { isRecord } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { ProblemCode } from './problem-code.ts';
import type { ProblemText } from './problem-text.ts';

interface RejectionOptions {
  readonly code: ProblemCode;
  /** @default the fix in the hints of the field */
  readonly fix?: ProblemText;
}

/** Why a refinement refuses a value. zod passes it on in the `params` of its issue. */
export class Rejection {
  readonly code: ProblemCode;
  readonly fix: ProblemText | undefined;
  readonly #message: Message | ((input: unknown) => Message);

  constructor(message: Message | ((input: unknown) => Message), { code, fix }: RejectionOptions) {
    this.#message = message;
    this.code = code;
    this.fix = fix;
  }

  message(input: unknown): Message {
    return typeof this.#message === 'function' ? this.#message(input) : this.#message;
  }
}

/** The options of `refine` for a value that is refused with a message. */
export function rejection(message: Message | ((input: unknown) => Message), options: RejectionOptions) {
  const reason = new Rejection(message, options);
  return {
    error: ({ input }: { readonly input?: unknown }): string => reason.message(input).message,
    params: { rejection: reason },
  };
}

/** The argument of `addIssue` for a value that is refused with a message; the path starts at the value. */
export function rejectedIssue(
  message: Message,
  { path = [], ...options }: RejectionOptions & { readonly path?: readonly (string | number)[] },
) {
  const params = { rejection: new Rejection(message, options) };
  return { code: 'custom' as const, path: [...path], message: message.message, params };
}

/** The rejection in the `params` of an issue. */
export function findRejection(params: unknown): Rejection | undefined {
  return isRecord(params) && params.rejection instanceof Rejection ? params.rejection : undefined;
}
