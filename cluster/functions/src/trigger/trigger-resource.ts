import { defineCustomResource, type ObjectOf } from '@kubemin/controller';
import { z } from 'zod';
import { FUNCTIONS_GROUP, FUNCTIONS_VERSION, typicalColumns } from '../resources/index.ts';

const time = z.iso.datetime();
const json = z.record(z.string(), z.unknown());
const count = z.int().min(0);
const objectName = z.string().min(1).max(253);

const file = z.object({
  path: z.string().min(1).max(4096).meta({ description: 'A directory of the machine where the controller runs.' }),
  recursive: z.boolean().default(false),
  on: z
    .array(z.enum(['created', 'changed', 'deleted']))
    .optional()
    .meta({ description: 'created and changed.' }),
  debounceMilliseconds: z.int().min(0).max(600_000).default(200),
});

const cron = z.object({
  schedule: z.string().min(1).max(200).meta({ description: 'In the notation of cron, or @every 30s.' }),
  timeZone: z.string().max(100).default('UTC'),
  missed: z.enum(['skip', 'once', 'all']).default('once').meta({
    description: 'What happens with the times that were missed while the controller was down.',
  }),
  missedLimit: z
    .int()
    .min(1)
    .max(10_000)
    .default(100)
    .meta({ description: 'missed all: at most so many, the newest.' }),
});

const secretKey = z.object({ name: objectName, key: z.string().min(1).max(253) });

const webhook = z.object({
  secret: secretKey.optional().meta({ description: 'The key of the HMAC-SHA256 signature; absent: none is needed.' }),
  signatureHeader: z.string().max(100).default('x-hub-signature-256'),
  idHeader: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Has the event id; absent: that of GitHub and others.' }),
  maxBodyBytes: z.int().min(1).max(10_485_760).default(1_048_576),
});

const object = z.object({
  apiVersion: z.string().min(1).max(253),
  kind: z.string().min(1).max(63).meta({ description: 'A namespaced kind, in the namespace of the trigger.' }),
  labelSelector: z.string().max(1024).optional(),
  fieldSelector: z.string().max(1024).optional(),
  on: z
    .array(z.enum(['created', 'updated', 'deleted']))
    .optional()
    .meta({ description: 'All of them.' }),
  includeStatus: z.boolean().default(false).meta({ description: 'Whether a change of the status is an update.' }),
});

const redisStream = z.object({
  url: z
    .string()
    .min(1)
    .max(1024)
    .regex(/^rediss?:\/\/[^@\s]+$/),
  stream: z.string().min(1).max(512),
  secret: objectName.optional().meta({ description: 'A Secret with username and password.' }),
  from: z.enum(['new', 'earliest']).default('new').meta({ description: 'Where a new trigger begins.' }),
});

const kafka = z.object({
  brokers: z.array(z.string().min(1).max(300)).min(1).max(20),
  topic: z.string().min(1).max(249),
  group: z.string().max(249).optional().meta({ description: 'The consumer group; absent: one of the trigger.' }),
  from: z.enum(['new', 'earliest']).default('new').meta({ description: 'Where a new group begins.' }),
});

const data = z.object({
  value: json.optional(),
  content: z.object({ digest: z.string(), size: z.int() }).optional(),
});

const pending = z.object({
  id: z.string(),
  receivedAt: time,
  data,
  attempts: count.optional(),
  nextAt: time.optional(),
  error: z.string().optional(),
});

const condition = z.object({
  type: z.string(),
  status: z.enum(['True', 'False', 'Unknown']),
  reason: z.string(),
  message: z.string(),
  lastTransitionTime: time,
  observedGeneration: z.int().optional(),
});

/** The kinds of sources. */
export const TRIGGER_TYPES = ['file', 'cron', 'webhook', 'object', 'redisStream', 'kafka'] as const;

/** `EventTrigger`: calls a function or starts a workflow for each event of a source. */
export const eventTriggers = defineCustomResource({
  group: FUNCTIONS_GROUP,
  version: FUNCTIONS_VERSION,
  kind: 'EventTrigger',
  shortNames: ['evt'],
  scope: 'Namespaced',
  description: 'Calls a function or starts a workflow for each event of a source.',
  catalog: 'functions',
  controllerType: 'generic',
  spec: z.object({
    type: z.enum(TRIGGER_TYPES),
    target: z.object({
      function: objectName.optional(),
      workflow: objectName.optional(),
    }),
    arguments: json.optional().meta({ description: 'Of each call.' }),
    eventArgument: z.string().max(253).default('event').meta({
      description: 'The argument that has the event; empty: the event is not passed.',
    }),
    paused: z.boolean().optional(),
    file: file.optional(),
    cron: cron.optional(),
    webhook: webhook.optional(),
    object: object.optional(),
    redisStream: redisStream.optional(),
    kafka: kafka.optional(),
    retry: z
      .object({
        maxAttempts: z.int().min(1).max(1_000).default(10),
        backoffSeconds: z.number().min(0).max(3_600).default(1),
        maxBackoffSeconds: z.number().min(0).max(86_400).default(300),
      })
      .optional(),
    parallelism: z.int().min(1).max(100).default(4).meta({ description: 'How many events are delivered at a time.' }),
  }),
  status: z.object({
    observedGeneration: z.int().optional(),
    conditions: z.array(condition).optional(),
    checkpoint: data.optional().meta({ description: 'How far the source was read.' }),
    pending: z.array(pending).optional().meta({ description: 'Events that are stored and not delivered yet.' }),
    received: count.optional(),
    delivered: count.optional(),
    failed: count.optional().meta({ description: 'Events that were given up after the last attempt.' }),
    missed: count.optional().meta({ description: 'Events that were skipped as declared.' }),
    lastEvent: z.object({ id: z.string(), at: time }).optional(),
    lastError: z.object({ id: z.string(), at: time, message: z.string() }).optional(),
  }),
  columns: [
    { name: 'Type', type: 'string', jsonPath: '.spec.type' },
    { name: 'Function', type: 'string', jsonPath: '.spec.target.function' },
    { name: 'Workflow', type: 'string', jsonPath: '.spec.target.workflow' },
    { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
    { name: 'Delivered', type: 'integer', jsonPath: '.status.delivered' },
    { name: 'Failed', type: 'integer', jsonPath: '.status.failed' },
    { name: 'Missed', type: 'integer', jsonPath: '.status.missed', priority: 1 },
    ...typicalColumns,
  ],
  samples: [
    {
      apiVersion: `${FUNCTIONS_GROUP}/${FUNCTIONS_VERSION}`,
      kind: 'EventTrigger',
      metadata: { name: 'every-minute' },
      spec: { type: 'cron', cron: { schedule: '* * * * *' }, target: { function: 'hello' } },
    },
  ],
});

/** An object of the resource `eventtriggers`. */
export type EventTrigger = ObjectOf<typeof eventTriggers>;
export type TriggerSpec = EventTrigger['spec'];
export type TriggerType = TriggerSpec['type'];
export type TriggerStatus = NonNullable<EventTrigger['status']>;
export type PendingEvent = NonNullable<TriggerStatus['pending']>[number];
export type TriggerData = NonNullable<TriggerStatus['checkpoint']>;
