import { isRecord, ownEntry } from '@kubemin/base';
import * as z from 'zod';
import { field } from '../field/index.ts';
import { componentMessages } from '../messages/index.ts';
import { type DocumentPath, type PlainObject, type Report, suggestion } from '../problem/index.ts';
import type { AnyDocument } from './document.ts';
import { type NestedTraits, nestingEntries } from './nesting.ts';
import type { ModelRegistry } from './registry.ts';
import type { Trait } from './trait.ts';

/**
 * That a trait can take a part of its data from a profile: settings the platform keeps under a name. The document
 * refers to one by a `profile` field, in the trait's data or, where that is a list, in its entries. What the document
 * has itself wins; maps are merged key by key.
 *
 * Fields a profile can give must have no default in the trait's schema, or the default would hide the profile's
 * value; `complete` fills them in, and leaves data alone that still refers to a profile.
 */
export interface TraitProfile {
  /** Traits of one kind share profiles; names are looked up within it. */
  readonly kind: string;
  /** What a profile of the kind may have. */
  readonly schema: z.ZodObject;
}

/** Profiles by kind and name, as `parseProfile` gives them. */
export type Profiles = Readonly<Record<string, Readonly<Record<string, PlainObject>>>>;

/** A place where a trait's data refers to a profile. */
export interface ProfileReference {
  /** From the trait's data to what has the reference. */
  readonly path: DocumentPath;
  readonly name: string;
}

/** A profile that a document refers to. */
export interface ProfileUse {
  readonly kind: string;
  readonly name: string;
}

/** The field by which a trait refers to a profile. */
export function profileName() {
  return field(z.string().trim().min(1).optional(), { fix: componentMessages.profileName });
}

/** The profiles a trait's data still refers to; none once they are resolved. */
export function profileReferences(trait: Trait, data: unknown): readonly ProfileReference[] {
  if (trait.profile === undefined) return [];
  const places: readonly (readonly [DocumentPath, unknown])[] = Array.isArray(data)
    ? data.map((entry, index) => [[index], entry] as const)
    : [[[], data]];
  return places.flatMap(([path, value]) => {
    const name = isRecord(value) ? value.profile : undefined;
    return typeof name === 'string' ? [{ path, name }] : [];
  });
}

/** A copy of a document with the profiles it refers to written out; missing ones are reported. */
export function withProfiles(document: AnyDocument, options: Omit<Resolution, 'path'>): AnyDocument {
  const component = document.component.map((entry, index) => ({
    ...entry,
    traits: resolvedTraits({ ...entry.traits }, { ...options, path: ['component', index, 'traits'] }),
  }));
  return { ...document, component };
}

function resolvedTraits(traits: NestedTraits, resolution: Resolution): NestedTraits {
  return Object.fromEntries(
    Object.entries(traits).map(([name, data]) => {
      const trait = ownEntry(resolution.registry.traits, name);
      const here = { ...resolution, path: [...resolution.path, name] };
      const inner = nestingEntries(trait, data).map((entry, index) => ({
        ...entry,
        traits: resolvedTraits(entry.traits, { ...here, path: [...here.path, index, 'traits'] }),
      }));
      if (inner.length > 0) return [name, inner];
      return [name, trait?.profile === undefined ? data : resolved(data, trait.profile, here)];
    }),
  );
}

interface Resolution {
  readonly registry: ModelRegistry;
  readonly profiles: Profiles;
  readonly report: Report;
  /** Called for each profile that is referred to, also for missing ones. */
  readonly used: (use: ProfileUse) => void;
  readonly path: DocumentPath;
}

function resolved(data: unknown, { kind }: TraitProfile, resolution: Resolution): unknown {
  if (!Array.isArray(data)) return resolvedEntry(data, kind, resolution);
  return data.map((entry, index) => resolvedEntry(entry, kind, { ...resolution, path: [...resolution.path, index] }));
}

function resolvedEntry(entry: unknown, kind: string, { profiles, report, used, path }: Resolution): unknown {
  if (!isRecord(entry) || typeof entry.profile !== 'string') return entry;
  used({ kind, name: entry.profile });
  const { profile: _name, ...own } = entry;
  const known = profiles[kind] ?? {};
  const profile = Object.hasOwn(known, entry.profile) ? known[entry.profile] : undefined;
  if (profile !== undefined) return joined(profile, own);
  const names = Object.keys(known);
  report({
    path: [...path, 'profile'],
    code: 'UNKNOWN_PROFILE',
    message: componentMessages.profileNotFound({
      kind,
      name: entry.profile,
      hint: suggestion(entry.profile, names),
    }),
    fix: names.length === 0 ? componentMessages.createProfile : componentMessages.createProfileOrUse({ names }),
  });
  return entry;
}

function joined(profile: PlainObject, own: PlainObject): PlainObject {
  const maps = Object.entries(own).flatMap(([key, value]) => {
    const base = profile[key];
    return isRecord(base) && isRecord(value) ? [[key, { ...base, ...value }] as const] : [];
  });
  return { ...profile, ...own, ...Object.fromEntries(maps) };
}
