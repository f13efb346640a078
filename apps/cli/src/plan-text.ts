import type { Plan, PlannedJob } from '@kubemin/client';
import { fieldLines, markedLine, objectText } from './diff-text.ts';
import type { Style } from './style.ts';

/** Jobs that leave everything as it is need no line each. */
const QUIET = ['unchanged', 'keep'];

/** A plan for people: step by step what would change, field by field, and what it comes to in all. */
export function planText(plan: Plan, style: Style): string {
  const steps = plan.steps.map(({ path, condition, jobs }) => {
    const lines = jobs.filter(isTold).map((job) => jobText(job, style));
    if (lines.length === 0) return '';
    const when = condition === undefined ? '' : style.dim(` (if ${condition})`);
    return `${style.bold(path.join(' / '))}${when}\n${lines.join('')}`;
  });
  return `${steps.join('')}${summaryText(plan)}\n`;
}

function isTold({ action, changes }: PlannedJob): boolean {
  return !QUIET.includes(action) || changes.length > 0;
}

function jobText({ action, object, type, message, changes }: PlannedJob, style: Style): string {
  const what = object === undefined ? type : objectText(object);
  const why = action === 'refused' || action === 'unknown' ? `: ${message}` : '';
  const others = changes.filter((change) => object === undefined || !isSame(change.object, object));
  const own = changes.find((change) => object !== undefined && isSame(change.object, object));
  return [
    `  ${markedLine(action, `${what}${why}`, style)}`,
    fieldLines(own?.fields ?? [], '      ', style),
    ...others.map(
      (change) =>
        `  ${markedLine(change.action, objectText(change.object), style)}${fieldLines(change.fields, '      ', style)}`,
    ),
  ].join('');
}

function isSame(one: NonNullable<PlannedJob['object']>, other: NonNullable<PlannedJob['object']>): boolean {
  return one.kind === other.kind && one.namespace === other.namespace && one.name === other.name;
}

function summaryText({ upToDate, summary }: Plan): string {
  if (upToDate) return 'Nothing to do: the cluster holds what the document says.';
  const parts = [
    [summary.create, 'to create'],
    [summary.update, 'to update'],
    [summary.replace, 'to replace'],
    [summary.delete, 'to delete'],
    [summary.unchanged + summary.keep, 'as they are'],
    [summary.refused, 'refused'],
    [summary.unknown, 'not known'],
  ] as const;
  return `${parts.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : [])).join(', ')}.`;
}
