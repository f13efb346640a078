import { badRequest, formatJsonPath, type InexactInteger, JsonError, readJson } from '@kubemin/kubeapi';

/** The value of a request body, and what was lost in decoding it. */
export interface BodyDocument {
  readonly value: unknown;
  /** What a strict reader objects to, in Kubernetes' words: `duplicate field "spec.x"`. */
  readonly objections: readonly string[];
  /** Integers that `value` holds rounded. */
  readonly inexact: readonly InexactInteger[];
}

/** A document without objections: from this process, or from protobuf. */
export function plainDocument(value: unknown): BodyDocument {
  return { value, objections: [], inexact: [] };
}

/** Refuses a document that would be stored with other numbers than were sent. */
export function requireExact({ inexact: [first] }: Pick<BodyDocument, 'inexact'>): void {
  if (first !== undefined) throw badRequest(inexactMessage(first));
}

/** The message that an integer cannot be represented, and what to do. */
export function inexactMessage({ path, text }: InexactInteger): string {
  const field = formatJsonPath(path);
  const limit = Number.MAX_SAFE_INTEGER;
  return `${field}: the integer ${text} cannot be kept exactly: send one between -${limit} and ${limit}, or a string where the field takes one`;
}

/** Reads a body in JSON; 400 when it is none. */
export function readJsonBody(text: string): BodyDocument {
  try {
    const { value, duplicates, inexact } = readJson(text);
    return { value, inexact, objections: duplicates.map((path) => `duplicate field "${formatJsonPath(path)}"`) };
  } catch (error) {
    if (error instanceof JsonError) throw badRequest(`couldn't get version/kind; json parse error: ${error.message}`);
    throw error;
  }
}
