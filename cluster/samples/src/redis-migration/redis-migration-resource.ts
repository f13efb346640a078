import { defineCustomResource, type ObjectOf, phasedStatus } from '@kubemin/controller';
import { z } from 'zod';

/** Credentials in an address would be readable by every user who may read the object. */
const WITHOUT_CREDENTIALS = /^[^@\s]+$/;

const server = (which: string) =>
  z
    .string()
    .min(1)
    .max(253)
    .regex(WITHOUT_CREDENTIALS)
    .meta({ description: `The ${which}: redis[s]://host:port, or the id of a configured instance.` });

const secret = (which: string) =>
  z
    .string()
    .min(1)
    .optional()
    .meta({ description: `Name of a Secret of the same namespace with username and password for the ${which}.` });

/** The facts about one of the two servers. */
const serverFacts = z.object({
  id: z.string().meta({ description: 'The run id of the server.' }),
  name: z.string(),
  version: z.string(),
  keys: z.int(),
});

/** `RedisMigration`: copies all keys of one Redis to another. */
export const redisMigrations = defineCustomResource({
  group: 'database.cloud.tencent.com',
  version: 'v1',
  kind: 'RedisMigration',
  prefix: 'rm',
  scope: 'Namespaced',
  description: 'Copies all keys of one Redis server to another.',
  catalog: 'database',
  controllerType: 'phasemachine',
  spec: z.object({
    source: server('server to copy from'),
    dest: server('server to copy to'),
    sourceSecret: secret('source'),
    destSecret: secret('destination'),
    batchSize: z
      .int()
      .min(1)
      .max(10_000)
      .default(500)
      .meta({ description: 'About how many keys are copied at a time.' }),
    onConflict: z.enum(['fail', 'replace']).default('fail').meta({
      description: 'What to do when the destination is not empty: refuse, or overwrite keys of the same name.',
    }),
    paused: z.boolean().optional().meta({ description: 'Pauses the migration.' }),
  }),
  status: phasedStatus({
    sourceStatus: serverFacts.optional(),
    destStatus: serverFacts.optional(),
    progress: z.object({ copied: z.int(), total: z.int() }).optional(),
  }),
  columns: [
    { name: 'Source', type: 'string', jsonPath: '.spec.source' },
    { name: 'Dest', type: 'string', jsonPath: '.spec.dest' },
    { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
    { name: 'Copied', type: 'integer', jsonPath: '.status.progress.copied' },
    { name: 'Total', type: 'integer', jsonPath: '.status.progress.total', priority: 1 },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
  samples: [
    {
      apiVersion: 'database.cloud.tencent.com/v1',
      kind: 'RedisMigration',
      metadata: { name: 'redismigration-sample' },
      spec: { source: 'redis://old-cache:6379', dest: 'redis://new-cache:6379', batchSize: 500 },
    },
  ],
});

/** An object of the resource `redismigrations`. */
export type RedisMigration = ObjectOf<typeof redisMigrations>;
