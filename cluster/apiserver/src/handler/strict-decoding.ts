import { badRequest, fieldError, invalid, isStatusError, type KubeObject, type StatusError } from '@kubemin/kubeapi';
import { decodeObject, type ResourceCall, undecodable, wronglyRounded } from '../registry/index.ts';
import { type BodyDocument, inexactMessage } from './body-document.ts';
import { requireDocument } from './request-body.ts';

/**
 * The object a request carries, read as strictly as the request asks for: unknown and repeated fields are ignored,
 * reported with a warning, or refused with 400. Unknown fields are never stored. Callers in this process send much of `stored`
 * back as they got it: that is taken over.
 */
export function readObject(call: ResourceCall, stored?: KubeObject): KubeObject {
  const { resource } = call;
  const document = requireDocument(call.request);
  const [rounded] = wronglyRounded(resource, document.inexact);
  if (rounded !== undefined) throw undecodable(resource, inexactMessage(rounded));
  const { object, unknown } = decodeObject(resource, document.value, stored);
  enforceFieldValidation(call, documentObjections(document, unknown), (why) => undecodable(resource, why));
  return object;
}

/** What a patch makes of an object, read just as strictly; what is wrong with it is the patch's fault: 422. */
export function readPatched(
  call: ResourceCall,
  { document: patch, apply }: SentPatch,
  current: KubeObject,
): KubeObject {
  const patched = apply(current);
  try {
    const { object, unknown } = decodeObject(call.resource, patched, current);
    enforceFieldValidation(call, documentObjections(patch, unknown), (why) => patchRefusal(call, patch.value, why));
    return object;
  } catch (error) {
    if (isStatusError(error, 'BadRequest')) throw patchRefusal(call, patch.value, error.message);
    throw error;
  }
}

/** A change that was sent. */
export interface SentPatch {
  readonly document: BodyDocument;
  readonly apply: (value: unknown) => unknown;
}

/** Enforces the objections of strict decoding to a configuration to apply; unknown fields are checked elsewhere. */
export function checkConfiguration(call: ResourceCall, { objections }: BodyDocument): void {
  enforceFieldValidation(call, objections, (why) => badRequest(`error decoding the configuration to apply: ${why}`));
}

/** 422 that blames the patch. */
export function patchRefusal({ resource, name = '' }: ResourceCall, patch: unknown, why: string): StatusError {
  return invalid(resource.info, name, [fieldError.invalid('patch', patch, why)]);
}

function documentObjections(document: BodyDocument, unknown: readonly string[]): readonly string[] {
  const unknownFields = unknown.map((path) => `unknown field "${path}"`);
  // An unknown field is reported once, also when it is duplicated.
  const others = document.objections.filter((text) => !unknown.some((path) => text === `duplicate field "${path}"`));
  return [...unknownFields, ...others];
}

function enforceFieldValidation(
  call: ResourceCall,
  objections: readonly string[],
  refusal: (why: string) => StatusError,
): void {
  const mode = fieldValidationMode(call);
  if (mode === 'Ignore' || objections.length === 0) return;
  if (mode === 'Strict') throw refusal(`strict decoding error: ${objections.join(', ')}`);
  for (const objection of objections) call.warnings.add(objection);
}

/** What happens to unknown fields and to duplicates. */
type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

const MODES: readonly FieldValidation[] = ['Ignore', 'Strict', 'Warn'];

/** The `fieldValidation` of a request; 422 when it is none of the three. */
function fieldValidationMode({ request, verb }: Pick<ResourceCall, 'request' | 'verb'>): FieldValidation {
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
