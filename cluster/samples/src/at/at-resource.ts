import { defineCustomResource, type ObjectOf } from '@kubemin/controller';
import { z } from 'zod';

/** The phases of an At: before its time, while its pod runs, and after. */
export const AT_PHASES = ['PENDING', 'RUNNING', 'DONE'] as const;

const time = z.iso.datetime();

/** `At`: a command that runs once, at a given time. */
export const ats = defineCustomResource({
  group: 'demo.wukong.com',
  version: 'v1',
  kind: 'At',
  prefix: 'at',
  scope: 'Namespaced',
  description: 'A command that runs once in a pod, at a given time.',
  catalog: 'demo',
  controllerType: 'generic',
  spec: z.object({
    schedule: time.meta({ description: 'When to run, in UTC: 2030-01-31T12:00:00Z.' }),
    command: z.string().min(1).meta({ description: 'The shell command to run.' }),
  }),
  status: z.object({
    phase: z.enum(AT_PHASES).default('PENDING'),
    message: z.string().optional().meta({ description: 'The result.' }),
    startedAt: time.optional(),
    finishedAt: time.optional(),
  }),
  columns: [
    { name: 'Schedule', type: 'string', jsonPath: '.spec.schedule' },
    { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
    { name: 'Message', type: 'string', jsonPath: '.status.message', priority: 1 },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
  samples: [
    {
      apiVersion: 'demo.wukong.com/v1',
      kind: 'At',
      metadata: { name: 'at-sample' },
      spec: { schedule: '2026-01-01T00:00:00Z', command: 'echo hello' },
    },
  ],
});

/** An object of the resource `ats`. */
export type At = ObjectOf<typeof ats>;

/** The status of an At. */
export type AtStatus = NonNullable<At['status']>;
