import * as z from 'zod';
import { field, numberedName } from '../../field/index.ts';
import { containerMessages } from '../../messages/index.ts';
import { defineContainerTrait } from '../nesting.ts';
import { addedContainerFields, addedContainerName, withProperties } from './added-container.ts';

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
