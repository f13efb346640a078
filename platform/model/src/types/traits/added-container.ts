import * as z from 'zod';
import { commandLine, environment, field, foldKey, imageReference, toDnsLabel } from '../../field/index.ts';
import { componentMessages } from '../../messages/index.ts';
import { isPlainObject, type PlainObject } from '../../problem/index.ts';

/** The name of a container beside the main one; '' until completed. */
export const addedContainerName = z.string().overwrite(toDnsLabel).default('');

/** What runs in a container beside the main one. */
export const addedContainerFields = {
  image: field(imageReference().min(1), { missing: 'MISSING_IMAGE', fix: componentMessages.initImageExample }),
  command: commandLine(),
  args: commandLine(),
  env: environment(),
};

const FIELDS = new Set(Object.keys(addedContainerFields).map(foldKey));

/** Moves what runs in the container into `properties`, where it was written beside the name. */
export function withProperties(entry: unknown): unknown {
  if (!isPlainObject(entry)) return entry;
  const { own, properties, moved } = parts(entry);
  return { properties: { ...moved, ...properties }, ...own };
}

/** Moves what runs in the container out of `properties`, where it was written as for init containers. */
export function withoutProperties(entry: unknown): unknown {
  if (!isPlainObject(entry)) return entry;
  const { own, properties, moved } = parts(entry);
  return { ...properties, ...own, ...moved };
}

function parts(entry: PlainObject) {
  const entries = Object.entries(entry);
  // Anything but an object is left where it is, for the schema to refuse.
  const isProperties = ([key, value]: [string, unknown]) =>
    foldKey(key) === 'properties' && (isPlainObject(value) || value === null);
  const isMoved = ([key, value]: [string, unknown]) => FIELDS.has(foldKey(key)) && value !== null;
  const properties: PlainObject = Object.fromEntries(
    entries.filter(isProperties).flatMap(([, value]) => (isPlainObject(value) ? Object.entries(value) : [])),
  );
  return {
    own: Object.fromEntries(entries.filter((each) => !isProperties(each) && !isMoved(each))),
    properties,
    moved: Object.fromEntries(entries.filter(isMoved)),
  };
}
