import { defineCustomResource, type ObjectOf, phasedStatus } from '@kubemin/controller';
import { z } from 'zod';
import { FUNCTIONS_GROUP, FUNCTIONS_VERSION, typicalColumns } from '../resources/index.ts';

const json = z.record(z.string(), z.unknown());
const time = z.iso.datetime();
const ref = z.object({ digest: z.string(), size: z.int() });

/** A JSON object, here or in the content store. */
const data = z.object({ value: json.optional(), content: ref.optional() });

const branch = z.object({
  parallel: z.int().meta({ description: 'The step of the parallel node.' }),
  index: z.int().meta({ description: 'The position of the branch.' }),
});

const error = z.object({
  node: z.string().optional(),
  step: z.int().optional(),
  type: z.string(),
  message: z.string(),
});

const current = z.object({
  step: z.int().meta({ description: 'Counts from 1; unique in the run.' }),
  node: z.string(),
  branch: branch.optional(),
  data,
  dataFrom: z.int().optional().meta({ description: 'The step whose output is the data.' }),
  startedAt: time,
  attempt: z.int().meta({ description: 'Part of the event id; never used twice.' }),
  failures: z.int().optional().meta({ description: 'Since the start or the last reset.' }),
  retryAt: time.optional(),
  error: error.optional().meta({ description: 'Of the last attempt.' }),
  merges: z.int().optional().meta({ description: 'Of a merge node: the step of the parallel node.' }),
  failed: z.boolean().optional().meta({ description: 'It has failed the run; a reset repeats it.' }),
});

const join = z.object({
  parallel: z.int(),
  node: z.string(),
  branch: branch.optional(),
  data,
  dataFrom: z.int().optional(),
  outputs: z.array(z.object({ index: z.int(), data })),
});

const step = z.object({
  step: z.int(),
  node: z.string(),
  type: z.string(),
  branch: branch.optional(),
  startedAt: time,
  endedAt: time,
  attempts: z.int(),
  input: data.optional(),
  inputFrom: z.int().optional().meta({ description: 'The step whose output is the input.' }),
  output: data.optional().meta({ description: 'Absent where the node does not change the data.' }),
  next: z.string().optional(),
  error: error.optional(),
  warning: z.string().optional(),
  cold: z.boolean().optional(),
  run: z.string().optional().meta({ description: 'The run that a call has started.' }),
});

/** `WorkflowRun`: one execution of a workflow. */
export const workflowRuns = defineCustomResource({
  group: FUNCTIONS_GROUP,
  version: FUNCTIONS_VERSION,
  kind: 'WorkflowRun',
  shortNames: ['wfr'],
  scope: 'Namespaced',
  description: 'One execution of a FunctionWorkflow.',
  catalog: 'functions',
  controllerType: 'phasemachine',
  spec: z.object({
    workflow: z.string().min(1).max(253).meta({ description: 'A FunctionWorkflow of the same namespace.' }),
    arguments: json.optional().meta({ description: 'Instead of the start arguments of the workflow.' }),
    argumentsFrom: ref.optional().meta({ description: 'Larger arguments, in the content store.' }),
    eventId: z.string().max(512).optional().meta({ description: 'The event that started the run.' }),
    depth: z.int().min(0).optional().meta({ description: 'How many calls of workflows led to the run.' }),
    paused: z.boolean().optional().meta({ description: 'No further node starts.' }),
    cancelled: z.boolean().optional().meta({ description: 'Ends the run.' }),
  }),
  status: phasedStatus({
    definition: data.optional().meta({ description: 'The workflow as it was at the start.' }),
    workflowGeneration: z.int().optional(),
    startedAt: time.optional(),
    endedAt: time.optional(),
    stepCount: z.int().optional(),
    current: z.array(current).optional(),
    joins: z.array(join).optional().meta({ description: 'Parallel nodes whose branches run.' }),
    steps: z.array(step).optional().meta({ description: 'Completed nodes.' }),
    droppedSteps: z.int().optional().meta({ description: 'How many of the oldest steps are no longer listed.' }),
    inlineBytes: z.int().optional(),
    result: data.optional(),
    error: error.optional(),
  }),
  columns: [
    { name: 'Workflow', type: 'string', jsonPath: '.spec.workflow' },
    { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
    { name: 'Node', type: 'string', jsonPath: '.status.current[0].node' },
    { name: 'Steps', type: 'integer', jsonPath: '.status.stepCount' },
    { name: 'Error', type: 'string', jsonPath: '.status.error.message', priority: 1 },
    ...typicalColumns,
  ],
  samples: [
    {
      apiVersion: `${FUNCTIONS_GROUP}/${FUNCTIONS_VERSION}`,
      kind: 'WorkflowRun',
      metadata: { name: 'branch-1' },
      spec: { workflow: 'branch', arguments: { x: 3, y: 5 } },
    },
  ],
});

/** An object of the resource `workflowruns`. */
export type WorkflowRun = ObjectOf<typeof workflowRuns>;
export type WorkflowRunSpec = WorkflowRun['spec'];
export type WorkflowRunStatus = NonNullable<WorkflowRun['status']>;
export type StepRecord = NonNullable<WorkflowRunStatus['steps']>[number];
export type CurrentNode = NonNullable<WorkflowRunStatus['current']>[number];
export type BranchJoin = NonNullable<WorkflowRunStatus['joins']>[number];
export type Branch = NonNullable<CurrentNode['branch']>;
export type StoredData = NonNullable<WorkflowRunStatus['result']>;
export type RunError = NonNullable<WorkflowRunStatus['error']>;
