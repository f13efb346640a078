import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import {
  commandLine,
  environment,
  field,
  foldKey,
  imageReference,
  numberedName,
  toDnsLabel,
} from '../../field/index.ts';
import { componentMessages, containerMessages } from '../../messages/index.ts';
import type { PlainObject } from '../../problem/index.ts';
import { defineContainerTrait } from '../nesting.ts';

/** The name of a container beside the main one; '' until completed. */
const addedContainerName = z.string().overwrite(toDnsLabel).default('');

/** What runs in a container beside the main one. */
const addedContainerFields = {
  image: field(imageReference().min(1), { missing: 'MISSING_IMAGE', fix: componentMessages.initImageExample }),
  command: commandLine(),
  args: commandLine(),
  env: environment(),
};

const FIELDS = new Set(Object.keys(addedContainerFields).map(foldKey));

/** Moves what runs in the container into `properties`, where it was written beside the name. */
function withProperties(entry: unknown): unknown {
  if (!isRecord(entry)) return entry;
  const { own, properties, moved } = parts(entry);
  return { properties: { ...moved, ...properties }, ...own };
}

/** Moves what runs in the container out of `properties`, where it was written as for init containers. */
function withoutProperties(entry: unknown): unknown {
  if (!isRecord(entry)) return entry;
  const { own, properties, moved } = parts(entry);
  return { ...properties, ...own, ...moved };
}

function parts(entry: PlainObject) {
  const entries = Object.entries(entry);
  // Anything but an object is left where it is, for the schema to refuse.
  const isProperties = ([key, value]: [string, unknown]) =>
    foldKey(key) === 'properties' && (isRecord(value) || value === null);
  const isMoved = ([key, value]: [string, unknown]) => FIELDS.has(foldKey(key)) && value !== null;
  const properties: PlainObject = Object.fromEntries(
    entries.filter(isProperties).flatMap(([, value]) => (isRecord(value) ? Object.entries(value) : [])),
  );
  return {
    own: Object.fromEntries(entries.filter((each) => !isProperties(each) && !isMoved(each))),
    properties,
    moved: Object.fromEntries(entries.filter(isMoved)),
  };
}

/** Containers that run one after the other, each to its end, before the main container starts. */
export const init = defineContainerTrait({
  summary: 'Containers that prepare things before the main one starts, in the order given.',
  pointless: {
    probes: containerMessages.initNotProbed,
    termination: containerMessages.initEnds,
  },
  schema: (nested) => {
    const entry = z.object({
      name: addedContainerName,
      properties: z.object(addedContainerFields),
      traits: nested,
    });
    return z.array(field(entry, { prepare: withProperties })).max(100);
  },
  complete: (entries, owner) =>
    entries.map((entry, index) => ({ ...entry, name: entry.name || numberedName(owner.name, 'init', index) })),
});

/** Containers that run beside the main one and share its network and, where they mount them, its volumes. */
export const sidecar = defineContainerTrait({
  summary: 'Containers that run beside the main one: log shippers, proxies, exporters.',
  schema: (nested) => {
    const entry = z.object({ name: addedContainerName, ...addedContainerFields, traits: nested });
    return z.array(field(entry, { prepare: withoutProperties })).max(100);
  },
  complete: (entries, owner) =>
    entries.map((entry, index) => ({ ...entry, name: entry.name || numberedName(owner.name, 'sidecar', index) })),
});
