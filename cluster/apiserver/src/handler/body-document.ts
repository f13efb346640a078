import { badRequest, formatJsonPath, type InexactInteger } from '@kubemin/kubeapi';

/** What a request body says, and what its value alone no longer shows. */
export interface BodyDocument {
  readonly value: unknown;
  /** What a strict reader objects to, in Kubernetes' words: `duplicate field "spec.x"`. */
  readonly objections: readonly string[];
  /** Integers that `value` holds rounded. */
  readonly inexact: readonly InexactInteger[];
}

/** A document about which there is nothing to say besides its value: from this process, or from protobuf. */
export function plainDocument(value: unknown): BodyDocument {
  return { value, objections: [], inexact: [] };
}

/** Refuses a document that would be stored with other numbers than were sent. */
export function requireExact({ inexact: [first] }: Pick<BodyDocument, 'inexact'>): void {
  if (first !== undefined) throw badRequest(inexactMessage(first));
}

/** Says that an integer cannot be kept, and what to do. */
export function inexactMessage({ path, text }: InexactInteger): string {
  const field = formatJsonPath(path);
  const limit = Number.MAX_SAFE_INTEGER;
  return `${field}: the integer ${text} cannot be kept exactly: send one between -${limit} and ${limit}, or a string where the field takes one`;
}
