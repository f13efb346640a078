import type { Problem } from '@kubemin/client';
import { type AnyDocument, formatPath, SECRET_MASK, unmaskDocument } from '@kubemin/model';

/** The document with masks replaced by the values the previous document holds; masks that hide nothing are problems. */
export function unmaskSecrets(
  document: AnyDocument,
  previous: AnyDocument | undefined,
): { readonly document: AnyDocument; readonly problems: readonly Problem[] } {
  const { document: unmasked, unknown } = unmaskDocument(document, previous);
  return { document: unmasked, problems: unknown.map((path) => nothingBehind(formatPath(path))) };
}

function nothingBehind(path: string): Problem {
  return {
    path,
    code: 'MASKED_SECRET_UNKNOWN',
    message: `the value is the mask ${SECRET_MASK}, and no value is stored that it could stand for`,
    fix: 'Write the secret value itself.',
    severity: 'error',
  };
}
