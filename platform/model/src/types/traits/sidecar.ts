import * as z from 'zod';
import { field, numberedName } from '../../field/index.ts';
import { defineContainerTrait } from '../nesting.ts';
import { addedContainerFields, addedContainerName, withoutProperties } from './added-container.ts';

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
