import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import { instantSchema } from './instant.ts';
import { nextPage } from './page.ts';
import { textsSchema } from './texts.ts';

/** The state of a component in the cluster. */
export const componentStatusSchema = z.enum(['Running', 'Pending', 'Failed', 'Unknown']);
export type ComponentStatus = z.output<typeof componentStatusSchema>;

/** Why the status is what it is, as one stable word; `message` describes it. */
export const componentReasonSchema = z.enum([
  'Ready',
  'Delivered',
  'Completed',
  'Scheduled',
  'Progressing',
  'Stopped',
  'Deleted',
  'NotDeployed',
  'ImagePullFailed',
  'CrashLoop',
  'ContainerMisconfigured',
  'ReferenceMissing',
  'Unschedulable',
  'ReplicaFailure',
  'ProgressDeadlineExceeded',
  'VolumeLost',
  'JobFailed',
  'NotWatched',
]);
export type ComponentReason = z.output<typeof componentReasonSchema>;

const freeObject = z.record(z.string(), z.unknown());

/** A component of an application with its state in the cluster. Values of `properties.secret` are masked. */
export const componentSchema = z.object({
  /** Stays the same as long as the application has a component of this name, also across removal and return. */
  id: z.number().int(),
  appId: z.string(),
  name: z.string(),
  namespace: z.string(),
  type: z.string(),
  image: z.string().optional(),
  /** How many replicas are wanted; absent for components that run nothing, such as config and secret. */
  replicas: z.number().int().optional(),
  properties: freeObject,
  traits: freeObject,
  dependsOn: z.array(z.string()).readonly().optional(),
  status: componentStatusSchema,
  reason: componentReasonSchema,
  message: z.string(),
  texts: textsSchema,
  /** How many replicas are ready; there exactly when `replicas` is. */
  readyReplicas: z.number().int().optional(),
  /** The revision that runs, where one does; another than the application's after an update that failed. */
  servedRevision: z.number().int().optional(),
  createTime: instantSchema,
  updateTime: instantSchema,
});
export type Component = z.output<typeof componentSchema>;

/** Codes of the parts of a status message that list fields which differ from what the last run delivered. */
const DRIFT_CODES: readonly unknown[] = ['server.status.changed', 'server.status.removed'];

/** Fields of a component's object that others changed or removed since the last run, as the status message lists them. */
export function componentDrift({ texts }: Pick<Component, 'texts'>): readonly string[] {
  return [...new Set(driftFields(texts?.message))];
}

function driftFields(message: unknown): readonly string[] {
  if (!isRecord(message) || !isRecord(message.params)) return [];
  const { code, params } = message;
  if (!DRIFT_CODES.includes(code)) return Object.values(params).flatMap(driftFields);
  return Array.isArray(params.fields) ? params.fields.filter((field) => typeof field === 'string') : [];
}

/** The response to listing an application's components, in the order of the document. */
export const componentListSchema = z.object({ components: z.array(componentSchema).readonly(), ...nextPage });
export type ComponentList = z.output<typeof componentListSchema>;
