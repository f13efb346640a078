import { type AnyDocument, secretValues } from '@kubemin/model';

/** Who may read the file of a document: its owner alone once it holds secrets; undefined where that is as usual. */
export function documentMode(document: AnyDocument): number | undefined {
  return secretValues(document).size > 0 ? 0o600 : undefined;
}
