import { defineCustomResource, type ObjectOf } from '@kubemin/controller';
import { z } from 'zod';
import { FUNCTIONS_GROUP, FUNCTIONS_VERSION, typicalColumns } from '../resources/index.ts';

/** The kinds of nodes. */
export const NODE_TYPES = ['func', 'fork', 'call', 'parallel', 'merge'] as const;

/** How the entries of a fork compare; `default` always matches. */
export const COMPARISONS = [
  ...['NumE', 'NumNE', 'NumG', 'NumL', 'NumGE', 'NumLE'],
  ...['StrE', 'StrNE', 'StrContains', 'StrMatch', 'Exists', 'default'],
] as const;

const json = z.record(z.string(), z.unknown());
const nodeName = z
  .string()
  .min(1)
  .max(63)
  .regex(/^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/);
const objectName = z.string().min(1).max(253);
/** Empty is the same as absent. */
const next = z.string().max(63).optional();
const key = z.string().min(1).max(253);

const forkEntry = z.object({
  variable: z
    .string()
    .max(253)
    .optional()
    .meta({ description: 'The key of the data, or a path of keys with dots: user.name.' }),
  compareBy: z
    .string()
    .min(1)
    .meta({ description: `One of ${COMPARISONS.join(', ')}.` }),
  compareTo: z.string().optional(),
  next: next.meta({ description: 'The next node if the entry matches; absent: the end.' }),
});

const node = z.object({
  name: nodeName,
  type: z.enum(NODE_TYPES),
  func: z
    .object({
      name: objectName.meta({ description: 'A Function of the same namespace.' }),
      resultKey: key
        .optional()
        .meta({ description: 'Stores the result under this key instead of replacing the data.' }),
    })
    .optional(),
  fork: z.array(forkEntry).max(100).optional(),
  call: z
    .object({
      workflow: objectName.meta({ description: 'A FunctionWorkflow of the same namespace.' }),
      wait: z.boolean().default(false).meta({ description: 'Whether to wait for its end.' }),
      inherit: z.array(key).max(100).optional().meta({ description: 'The keys of the data that it gets.' }),
      arguments: json.optional().meta({ description: 'Further arguments; they win over inherited ones.' }),
      resultKey: key.optional().meta({ description: 'With wait: where its result is stored in the data.' }),
    })
    .optional(),
  parallel: z
    .object({
      branches: z.array(nodeName).min(1).max(32).meta({ description: 'The first node of each branch.' }),
      merge: nodeName.meta({ description: 'The merge node where the branches end.' }),
    })
    .optional(),
  merge: z
    .object({
      mode: z.enum(['overlay', 'collect']).default('overlay').meta({
        description: 'overlay: later branches win. collect: the data of each branch under its name.',
      }),
      resultKey: key.optional().meta({ description: 'collect: the key of the results; the name of the node.' }),
    })
    .optional(),
  next: next.meta({ description: 'The next node; absent: the end.' }),
  onError: next.meta({ description: 'The next node after a failure; it gets the data with the key error.' }),
  retry: z
    .object({
      maxAttempts: z.int().min(1).max(100).default(3),
      backoffSeconds: z.number().min(0).max(3_600).default(1).meta({ description: 'Doubles with each attempt.' }),
      maxBackoffSeconds: z.number().min(0).max(86_400).default(60),
    })
    .optional(),
  timeoutSeconds: z.number().min(0.01).max(604_800).optional(),
});

const problem = z.object({
  path: z.string(),
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
});

const condition = z.object({
  type: z.string(),
  status: z.enum(['True', 'False', 'Unknown']),
  reason: z.string(),
  message: z.string(),
  lastTransitionTime: z.iso.datetime(),
  observedGeneration: z.int().optional(),
});

/** The schema of a workflow's specification; it fills in defaults. */
export const workflowSpecSchema = z.object({
  startNode: z.string().min(1).max(63),
  startArguments: json.optional().meta({ description: 'The data of runs without arguments (Minik8s: startCoeff).' }),
  nodes: z.array(node).min(1).max(500),
  maxSteps: z.int().min(1).max(10_000).default(1_000).meta({ description: 'A run with more steps fails.' }),
  timeoutSeconds: z.number().min(0.01).max(2_592_000).optional(),
  validation: z.enum(['strict', 'lenient']).default('strict').meta({
    description: 'lenient: unknown and unreachable nodes are warnings; a run that reaches an unknown node fails.',
  }),
  runHistoryLimit: z.int().min(0).max(10_000).default(50).meta({ description: 'How many ended runs are kept.' }),
  runTtlSeconds: z.int().min(0).optional().meta({ description: 'How long ended runs are kept.' }),
});

/** `FunctionWorkflow`: a chain of functions with branches. */
export const functionWorkflows = defineCustomResource({
  group: FUNCTIONS_GROUP,
  version: FUNCTIONS_VERSION,
  kind: 'FunctionWorkflow',
  shortNames: ['fwf'],
  scope: 'Namespaced',
  description: 'A chain of functions with branches. One JSON object goes from node to node.',
  catalog: 'functions',
  controllerType: 'generic',
  spec: workflowSpecSchema,
  status: z.object({
    observedGeneration: z.int().optional(),
    conditions: z.array(condition).optional(),
    problems: z.array(problem).optional(),
  }),
  columns: [
    { name: 'Valid', type: 'string', jsonPath: '.status.conditions[?(@.type=="Valid")].status' },
    { name: 'Start', type: 'string', jsonPath: '.spec.startNode' },
    { name: 'Message', type: 'string', jsonPath: '.status.conditions[?(@.type=="Valid")].message', priority: 1 },
    ...typicalColumns,
  ],
  samples: [
    {
      apiVersion: `${FUNCTIONS_GROUP}/${FUNCTIONS_VERSION}`,
      kind: 'FunctionWorkflow',
      metadata: { name: 'branch' },
      spec: {
        startNode: 'add',
        startArguments: { x: 3, y: 5 },
        nodes: [
          { name: 'add', type: 'func', func: { name: 'func-1' }, next: 'is-eight' },
          {
            name: 'is-eight',
            type: 'fork',
            fork: [
              { variable: 'z', compareBy: 'NumE', compareTo: '8', next: 'eight' },
              { compareBy: 'default', next: 'other' },
            ],
          },
          { name: 'eight', type: 'func', func: { name: 'func-2' } },
          { name: 'other', type: 'func', func: { name: 'func-3' } },
        ],
      },
    },
  ],
});

/** An object of the resource `functionworkflows`. */
export type FunctionWorkflow = ObjectOf<typeof functionWorkflows>;
export type WorkflowSpec = FunctionWorkflow['spec'];
export type WorkflowStatus = NonNullable<FunctionWorkflow['status']>;
export type WorkflowNode = WorkflowSpec['nodes'][number];
export type NodeType = WorkflowNode['type'];
export type ForkEntry = NonNullable<WorkflowNode['fork']>[number];
export type CallSpec = NonNullable<WorkflowNode['call']>;
