import { type Random, randomString } from '@kubemin/base';
import { type FieldError, fieldError, type KubeObject, nameProblems, type ObjectMeta } from '@kubemin/kubeapi';
import type { NameRule } from '../strategy/index.ts';
import type { ServedResource } from './served-resource.ts';

/** No vowels and no look-alikes: neither words nor misreadings come out. */
const SUFFIX_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const MAX_GENERATED_BASE = 58;
const MAX_ANNOTATION_BYTES = 256 * 1024;

const NAME_RULES: Readonly<Record<NameRule, (name: string) => readonly string[]>> = {
  subdomain: nameProblems.dns1123Subdomain,
  label: nameProblems.dns1123Label,
  dns1035Label: nameProblems.dns1035Label,
  pathSegment: nameProblems.pathSegment,
};

/** The metadata of a new object: what the server decides replaces whatever was sent. */
export function newMetadata(
  resource: ServedResource,
  sent: ObjectMeta,
  { random, now }: { readonly random: Random; readonly now: string },
): ObjectMeta {
  const {
    resourceVersion: _rv,
    deletionTimestamp: _dt,
    deletionGracePeriodSeconds: _dg,
    selfLink: _sl,
    generation: _g,
    managedFields: _mf,
    ...kept
  } = sent;
  const generated = sent.name === undefined && sent.generateName !== undefined;
  return {
    ...kept,
    ...(generated && { name: generateName(sent.generateName ?? '', random) }),
    uid: random.uuid(),
    creationTimestamp: now,
    ...(resource.countsGenerations && { generation: 1 }),
  };
}

/** The metadata of a changed object: four fields can change, the rest stays what it is. */
export function changedMetadata(sent: ObjectMeta, current: ObjectMeta): ObjectMeta {
  const { labels, annotations, finalizers, ownerReferences } = sent;
  const { labels: _l, annotations: _a, finalizers: _f, ownerReferences: _o, ...fixed } = current;
  return {
    ...fixed,
    ...(labels && { labels }),
    ...(annotations && { annotations }),
    ...(finalizers && { finalizers }),
    ...(ownerReferences && { ownerReferences }),
  };
}

/** What is wrong with an object's metadata, whatever its kind. */
export function metadataProblems(resource: ServedResource, object: KubeObject): readonly FieldError[] {
  const { name = '', labels, annotations, finalizers, ownerReferences } = object.metadata;
  if (name === '') return [fieldError.required('metadata.name', 'name or generateName is required')];
  const rule = NAME_RULES[resource.strategy.nameRule ?? 'subdomain'];
  return [
    ...rule(name).map((problem) => fieldError.invalid('metadata.name', name, problem)),
    ...labelProblems(labels ?? {}),
    ...annotationProblems(annotations ?? {}),
    ...(finalizers ?? []).flatMap((finalizer, index) =>
      nameProblems
        .qualifiedName(finalizer)
        .map((problem) => fieldError.invalid(`metadata.finalizers[${index}]`, finalizer, problem)),
    ),
    ...ownerProblems(ownerReferences ?? []),
  ];
}

/** An object on its way out may lose finalizers, not gain any. */
export function finalizerProblems(next: ObjectMeta, current: ObjectMeta): readonly FieldError[] {
  if (current.deletionTimestamp === undefined) return [];
  const added = (next.finalizers ?? []).filter((finalizer) => !(current.finalizers ?? []).includes(finalizer));
  if (added.length === 0) return [];
  const list = added.map((finalizer) => JSON.stringify(finalizer)).join(', ');
  const rule = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
  return [fieldError.forbidden('metadata.finalizers', rule)];
}

function generateName(base: string, random: Random): string {
  return base.slice(0, MAX_GENERATED_BASE) + randomString(random, SUFFIX_LENGTH, SUFFIX_ALPHABET);
}

function labelProblems(labels: Readonly<Record<string, string>>): readonly FieldError[] {
  const problems: FieldError[] = [];
  for (const [key, value] of Object.entries(labels)) {
    for (const problem of nameProblems.qualifiedName(key)) {
      problems.push(fieldError.invalid('metadata.labels', key, problem));
    }
    for (const problem of nameProblems.labelValue(value)) {
      problems.push(fieldError.invalid('metadata.labels', value, problem));
    }
  }
  return problems;
}

function annotationProblems(annotations: Readonly<Record<string, string>>): readonly FieldError[] {
  let size = 0;
  for (const [key, value] of Object.entries(annotations)) size += Buffer.byteLength(key) + Buffer.byteLength(value);
  return [
    ...Object.keys(annotations).flatMap((key) =>
      nameProblems
        .qualifiedName(key.toLowerCase())
        .map((problem) => fieldError.invalid('metadata.annotations', key, problem)),
    ),
    ...(size > MAX_ANNOTATION_BYTES ? [fieldError.tooLong('metadata.annotations', MAX_ANNOTATION_BYTES)] : []),
  ];
}

function ownerProblems(owners: NonNullable<ObjectMeta['ownerReferences']>): readonly FieldError[] {
  const problems = owners.flatMap(({ apiVersion, kind, name, uid }, index) =>
    Object.entries({ apiVersion, kind, name, uid })
      .filter(([, value]) => value === '')
      .map(([field]) => fieldError.invalid(`metadata.ownerReferences[${index}].${field}`, '', 'must not be empty')),
  );
  const controllers = owners.filter(({ controller }) => controller === true);
  if (controllers.length <= 1) return problems;
  const [first, second] = controllers;
  const rule = `Only one reference can have Controller set to true. Found "true" in references for ${first?.kind}/${first?.name} and ${second?.kind}/${second?.name}`;
  return [...problems, fieldError.invalid('metadata.ownerReferences', owners, rule)];
}
