import { defineCustomResource, type ObjectOf } from '@kubemin/controller';
import { z } from 'zod';
import { FUNCTIONS_GROUP, FUNCTIONS_VERSION, typicalColumns } from './group.ts';

const time = z.iso.datetime();
const count = z.int().min(0);
/** Functions get a whole JSON object by these names. */
const json = z.record(z.string(), z.unknown());

const source = z.object({
  digest: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/)
    .optional()
    .meta({ description: 'An archive (tar.gz or zip) in the content store.' }),
  files: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'The text of the files by their paths, for small functions without an archive.' }),
});

const envVariable = z.object({
  name: z.string().min(1),
  value: z.string().optional(),
  valueFrom: z
    .object({
      secretKeyRef: z.object({ name: z.string(), key: z.string(), optional: z.boolean().optional() }).optional(),
      configMapKeyRef: z.object({ name: z.string(), key: z.string(), optional: z.boolean().optional() }).optional(),
    })
    .optional(),
});

const resources = z.object({
  limits: z.record(z.string(), z.string()).optional(),
  requests: z.record(z.string(), z.string()).optional(),
});

/** Every constant has a default that depends on the profile; see resolveScaling. */
const scaling = z.object({
  policy: z.enum(['waterLevel', 'concurrency']).default('waterLevel').meta({
    description: 'waterLevel: a level that calls raise and time lowers. concurrency: requests in flight per instance.',
  }),
  profile: z.enum(['default', 'demo']).default('default').meta({
    description: 'The constants that are not set here; demo has short times.',
  }),
  min: count.optional(),
  max: z.int().min(1).optional(),
  coldStart: z.int().min(1).optional().meta({ description: 'Instances that the first request at zero starts.' }),
  initial: z.number().optional().meta({ description: 'waterLevel: the level at creation.' }),
  decayPerSecond: z.number().min(0).optional(),
  gain: z.number().min(0).optional().meta({ description: 'waterLevel: a call raises it by gain / (n + gainOffset).' }),
  gainOffset: z.number().min(0).optional(),
  high: z.number().min(0).optional().meta({ description: 'waterLevel: above it an instance is added.' }),
  reset: z.number().min(0).optional().meta({ description: 'waterLevel: the level after each change.' }),
  thresholdMode: z.enum(['fixed', 'proportional']).optional().meta({
    description: 'waterLevel: whether high and reset grow with the number of instances.',
  }),
  target: z.number().min(0.01).optional().meta({ description: 'concurrency: requests in flight per instance.' }),
  stableSeconds: z.number().min(1).optional(),
  panicSeconds: z.number().min(1).optional(),
  zeroGraceSeconds: z.number().min(0).optional(),
});

const conditions = z
  .array(
    z.object({
      type: z.string(),
      status: z.enum(['True', 'False', 'Unknown']),
      reason: z.string(),
      message: z.string(),
      lastTransitionTime: time,
      observedGeneration: z.int().optional(),
    }),
  )
  .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] });

const revision = z.object({
  name: z.string(),
  number: z.int(),
  digest: z.string().optional(),
  ready: z.boolean().optional().meta({ description: 'Whether its code was loaded once; absent until it was tried.' }),
  message: z.string().optional().meta({ description: 'Why it could not be loaded.' }),
  instances: count,
  at: time,
});

const scalingStatus = z.object({
  level: z.number().optional(),
  at: time.meta({ description: 'When the level had this value.' }),
  instances: count.meta({ description: 'How many are wanted.' }),
});

/** `Function`: code that is called by HTTP, in instances whose number follows the calls. */
export const functions = defineCustomResource({
  group: FUNCTIONS_GROUP,
  version: FUNCTIONS_VERSION,
  kind: 'Function',
  shortNames: ['fn'],
  scope: 'Namespaced',
  description: 'Code that is called by HTTP, in instances whose number follows the calls.',
  catalog: 'functions',
  controllerType: 'generic',
  spec: z.object({
    runtime: z.string().min(1).meta({ description: 'node, python, or http for any HTTP server in an image.' }),
    source: source.optional(),
    image: z
      .string()
      .optional()
      .meta({ description: 'The image of an HTTP server (runtime http), or of the runtime.' }),
    port: z.int().min(1).max(65_535).optional().meta({ description: 'Where the server of an image listens; 8080.' }),
    entry: z.string().optional().meta({ description: 'The file with the handler: func.py, index.ts or index.js.' }),
    env: z.array(envVariable).optional(),
    resources: resources.optional(),
    timeoutSeconds: z.number().min(0.05).max(3_600).default(60),
    maxBodyBytes: z.int().min(1).max(104_857_600).default(6_291_456),
    concurrency: z.int().min(1).max(10_000).default(100).meta({ description: 'Requests in flight per instance.' }),
    auth: z.enum(['open', 'token']).default('open').meta({
      description: 'token: requests need the bearer token of the Secret NAME-function-token.',
    }),
    idempotent: z.boolean().default(false).meta({
      description: 'Whether a request may be sent again when its instance was lost.',
    }),
    defaultArguments: json.optional().meta({ description: 'Arguments that calls may override (Minik8s: coeff).' }),
    legacyErrors: z.boolean().default(false).meta({ description: 'Errors of the function get the status 200.' }),
    scaling: scaling.optional(),
    traffic: z
      .array(z.object({ revision: z.string(), percent: z.int().min(0).max(100) }))
      .optional()
      .meta({ description: 'Parts of the requests by revision; absent: all to the newest one that is ready.' }),
    revisionHistoryLimit: z.int().min(0).max(100).default(5),
  }),
  status: z.object({
    observedGeneration: z.int().optional(),
    conditions: conditions.optional(),
    revisions: z.array(revision).optional(),
    activeRevision: z.string().optional().meta({ description: 'Gets the requests that spec.traffic does not split.' }),
    instances: count.optional(),
    readyInstances: count.optional(),
    scaling: scalingStatus.optional(),
    url: z.string().optional(),
  }),
  columns: [
    { name: 'Runtime', type: 'string', jsonPath: '.spec.runtime' },
    { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
    { name: 'Instances', type: 'integer', jsonPath: '.status.readyInstances' },
    { name: 'Revision', type: 'string', jsonPath: '.status.activeRevision' },
    { name: 'URL', type: 'string', jsonPath: '.status.url', priority: 1 },
    ...typicalColumns,
  ],
  samples: [
    {
      apiVersion: `${FUNCTIONS_GROUP}/${FUNCTIONS_VERSION}`,
      kind: 'Function',
      metadata: { name: 'hello' },
      spec: {
        runtime: 'node',
        source: {
          files: { 'index.js': 'export default ({ name = "world" }) => ({ message: "Hello, " + name });\n' },
        },
      },
    },
  ],
});

/** An object of the resource `functions`. */
export type FunctionObject = ObjectOf<typeof functions>;
export type FunctionSpec = FunctionObject['spec'];
export type FunctionStatus = NonNullable<FunctionObject['status']>;
export type FunctionScaling = NonNullable<FunctionSpec['scaling']>;
export type FunctionRevision = NonNullable<FunctionStatus['revisions']>[number];
export type FunctionEnv = NonNullable<FunctionSpec['env']>[number];
export type ScalingStatus = NonNullable<FunctionStatus['scaling']>;
