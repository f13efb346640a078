import { mapMessageTexts } from '@kubemin/base/message';
import {
  encodeTexts,
  type FieldChange,
  type Manifest,
  type ObjectName,
  type Plan,
  type PlanAction,
  type PlannedChange,
  type PlannedJob,
  planSummary,
} from '@kubemin/client';
import { type DryRunWrite, type Preview, type PreviewedJob, withoutServerFields, writeAction } from '@kubemin/engine';
import type { JsonObject, KubeObject } from '@kubemin/kubeapi';
import { Redactor, secretValues } from '@kubemin/model';
import { fieldChanges, type ObjectName as NamedObject } from '@kubemin/render';
import { maskedObject, objectSecrets } from '../../api/index.ts';
import type { FindCause } from './plan-causes.ts';

/** Actions that leave everything as it is. */
const IDLE: readonly PlanAction[] = ['unchanged', 'keep', 'run'];

/** A preview as the contract shows it. Secret values never leave. */
export function planView(
  preview: Preview,
  findCause: FindCause = () => undefined,
): Pick<Plan, 'upToDate' | 'summary' | 'steps' | 'warnings' | 'gateway' | 'texts'> {
  const { steps, warnings, gateway } = preview;
  const jobs = steps.flatMap((step) => step.jobs);
  const written = jobs
    .flatMap(({ writes }) => writes)
    .flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
  const redactor = new Redactor([
    ...secretValues(...preview.documents),
    ...written.flatMap((object) => objectSecrets(withoutServerFields(object, { made: false }))),
  ]);
  return {
    upToDate: jobs.every(({ action, writes }) => IDLE.includes(action) && writes.length === 0),
    summary: planSummary(jobs),
    steps: steps.map((step) => ({ ...step, jobs: step.jobs.map((job) => jobView(job, redactor, findCause)) })),
    warnings: warnings.map(({ message }) => message),
    ...(gateway !== undefined && { gateway: gateway.message }),
    ...encodeTexts({
      ...Object.fromEntries(warnings.map((warning, index) => [`warnings.${index}`, warning])),
      ...(gateway !== undefined && { gateway }),
    }),
  };
}

function jobView(
  { writes, object, message, ...job }: PreviewedJob,
  redactor: Redactor,
  findCause: FindCause,
): PlannedJob {
  const shown = mapMessageTexts(message, (text) => redactor.text(text));
  return {
    ...job,
    message: shown.message,
    ...encodeTexts({ message: shown }),
    ...(object !== undefined && { object: nameView(object) }),
    changes: writes.flatMap((write) => changeView(write, redactor, findCause)),
  };
}

function changeView(write: DryRunWrite, redactor: Redactor, findCause: FindCause): readonly PlannedChange[] {
  const { before, after } = write;
  const named = after ?? before;
  if (named === undefined) return [];
  const action = writeAction(write);
  const change = { action, object: nameView(named) };
  if (after === undefined) return [{ ...change, fields: [] }];
  const made = action !== 'update';
  const raw = before && withoutServerFields(before, { made });
  const next = withoutServerFields(after, { made });
  const changed = raw === undefined ? [] : fieldChanges(maskedObject(raw), maskedObject(next, raw));
  const fields = changed.map((each) => {
    const cause = findCause(named, each.field);
    return cause === undefined ? each : { ...each, cause };
  });
  return [{ ...change, fields: redactValue(fields, redactor), manifest: shownObject(next, redactor) }];
}

/** An object as it may be shown. */
export function shownObject(object: JsonObject, redactor: Redactor): Manifest {
  return Object.fromEntries(
    Object.entries(maskedObject(object)).map(([field, value]) => [field, redactor.value(value)]),
  );
}

/** Fields that differ, as they may be shown. */
export function redactValue<C extends FieldChange>(changes: readonly C[], redactor: Redactor): readonly C[] {
  return changes.map((change) => ({
    ...change,
    ...(change.before !== undefined && { before: redactor.value(change.before) }),
    ...(change.after !== undefined && { after: redactor.value(change.after) }),
  }));
}

/** What names an object, as the contract shows it. */
export function nameView({ apiVersion, kind, metadata }: KubeObject | NamedObject): ObjectName {
  const { name = '', namespace } = metadata;
  return { apiVersion, kind, ...(namespace !== undefined && { namespace }), name };
}
