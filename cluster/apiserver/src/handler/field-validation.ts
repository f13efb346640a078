import { fieldError, invalid } from '@kubemin/kubeapi';
import type { ResourceCall } from './call.ts';

/** What happens to fields that nobody knows and to fields given twice. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

const MODES: readonly FieldValidation[] = ['Ignore', 'Strict', 'Warn'];

/** The `fieldValidation` of a request; 422 when it is none of the three. */
export function fieldValidationOf({ request, verb }: Pick<ResourceCall, 'request' | 'verb'>): FieldValidation {
  const given = request.query.get('fieldValidation') ?? '';
  if (given === '') return 'Warn';
  const mode = MODES.find((known) => known === given);
  if (mode !== undefined) return mode;
  const kind = OPTIONS[verb] ?? 'UpdateOptions';
  throw invalid({ group: 'meta.k8s.io', kind }, '', [fieldError.notSupported('fieldValidation', given, MODES)]);
}

const OPTIONS: Readonly<Partial<Record<ResourceCall['verb'], string>>> = {
  create: 'CreateOptions',
  patch: 'PatchOptions',
};
