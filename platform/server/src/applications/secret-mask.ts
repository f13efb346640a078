import type { Problem } from '@kubemin/client';
import { type AnyDocument, formatPath, SECRET_MASK, unmaskDocument } from '@kubemin/model';
import { createProblem } from '../api/index.ts';
import { applicationMessages } from '../messages/index.ts';

/** The document with masks replaced by the values the previous document holds; masks that hide nothing are problems. */
export function unmaskSecrets(
  document: AnyDocument,
  previous: AnyDocument | undefined,
): { readonly document: AnyDocument; readonly problems: readonly Problem[] } {
  const { document: unmasked, unknown } = unmaskDocument(document, previous);
  return { document: unmasked, problems: unknown.map((path) => unknownMask(formatPath(path))) };
}

function unknownMask(path: string): Problem {
  return createProblem({
    path,
    code: 'MASKED_SECRET_UNKNOWN',
    message: applicationMessages.maskUnknown({ mask: SECRET_MASK }),
    fix: applicationMessages.writeSecret,
  });
}
