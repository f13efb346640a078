import { isRecord, ownEntry } from '@kubemin/base';
import type { ApplicationPatch } from '@kubemin/client';
import type { AnyDocument } from '@kubemin/model';

/** Other spellings of what documents are made of. */
const SPELLINGS: Readonly<Record<string, string>> = {
  components: 'component',
  workflowSteps: 'workflow',
  steps: 'workflow',
  nameSpace: 'namespace',
};

/** The document with a JSON merge patch applied to it (RFC 7396); it may break rules then. */
export function patchedDocument(document: AnyDocument, patch: ApplicationPatch): unknown {
  const spelled = Object.entries(patch).map(([key, value]): [string, unknown] => [
    ownEntry(SPELLINGS, key) ?? key,
    value,
  ]);
  return merged(document, Object.fromEntries(spelled));
}

function merged(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const base = isRecord(target) ? target : {};
  const kept = Object.entries(base).filter(([key]) => patch[key] !== null);
  const given = Object.entries(patch)
    .filter(([, value]) => value !== null)
    .map(([key, value]): [string, unknown] => [key, merged(ownEntry(base, key), value)]);
  return Object.fromEntries([...kept, ...given]);
}
