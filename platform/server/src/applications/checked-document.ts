import type { Problem } from '@kubemin/client';
import type { AnyDocument, DocumentReader } from '@kubemin/model';
import { brokenRules, unknownFieldPolicy } from '../api/index.ts';
import { unmaskSecrets } from './secret-mask.ts';

/** A document that keeps every rule, with what is doubtful about it. */
export interface CheckedDocument {
  readonly document: AnyDocument;
  readonly warnings: readonly Problem[];
}

/** Reads a changed version of a stored document; masks in it stand for the values of that. Refuses broken rules. */
export function checkedDocument(
  model: Pick<DocumentReader, 'parse'>,
  value: unknown,
  { previous, lenient }: { readonly previous: AnyDocument; readonly lenient?: boolean | undefined },
): CheckedDocument {
  const { document, problems } = model.parse(value, unknownFieldPolicy(lenient, previous));
  if (document === undefined) throw brokenRules(problems.filter(({ severity }) => severity === 'error'));
  const unmasked = unmaskSecrets(document, previous);
  if (unmasked.problems.length > 0) throw brokenRules(unmasked.problems);
  return { document: unmasked.document, warnings: problems };
}
