import { defineCustomResource, type ObjectOf } from '@kubemin/controller';
import { z } from 'zod';
import { FUNCTIONS_GROUP, FUNCTIONS_VERSION, typicalColumns } from './group.ts';

const time = z.iso.datetime();

export const INVOCATION_PHASES = ['Pending', 'Running', 'Succeeded', 'Failed'] as const;

/** `Invocation`: one asynchronous call of a function, with its result. */
export const invocations = defineCustomResource({
  group: FUNCTIONS_GROUP,
  version: FUNCTIONS_VERSION,
  kind: 'Invocation',
  scope: 'Namespaced',
  description: 'One asynchronous call of a function, with its result.',
  catalog: 'functions',
  controllerType: 'generic',
  spec: z.object({
    function: z.string().min(1).meta({ description: 'The name of the function, in the same namespace.' }),
    arguments: z.record(z.string(), z.unknown()).optional(),
    eventId: z.string().optional().meta({ description: 'The same for every attempt of one event.' }),
  }),
  status: z.object({
    phase: z.enum(INVOCATION_PHASES).optional(),
    startedAt: time.optional(),
    endedAt: time.optional(),
    attempts: z.int().min(0).optional(),
    statusCode: z.int().optional(),
    result: z.unknown().optional(),
    error: z.object({ type: z.string(), message: z.string() }).optional(),
    cold: z.boolean().optional().meta({ description: 'Whether the call had to wait for an instance.' }),
  }),
  columns: [
    { name: 'Function', type: 'string', jsonPath: '.spec.function' },
    { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
    { name: 'Status', type: 'integer', jsonPath: '.status.statusCode' },
    ...typicalColumns,
  ],
  samples: [
    {
      apiVersion: `${FUNCTIONS_GROUP}/${FUNCTIONS_VERSION}`,
      kind: 'Invocation',
      metadata: { name: 'hello-1' },
      spec: { function: 'hello', arguments: { name: 'world' } },
    },
  ],
});

/** An object of the resource `invocations`. */
export type Invocation = ObjectOf<typeof invocations>;
export type InvocationSpec = Invocation['spec'];
export type InvocationStatus = NonNullable<Invocation['status']>;
