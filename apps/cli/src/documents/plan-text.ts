import type { Plan, PlannedJob } from '@kubemin/client';
import type { Language } from '../language/language.ts';
import { planWords } from '../language/words/plan.ts';
import type { Style } from '../terminal/style.ts';
import { fieldLines, markedLine, objectText } from './diff-text.ts';

/** Whom a plan is written for. */
export interface PlanTextOptions {
  readonly style: Style;
  readonly language: Language;
}

/** Jobs that leave everything as it is need no line each. */
export const QUIET: readonly string[] = ['unchanged', 'keep'];

/** A plan for people: step by step what would change, field by field, and what it comes to in all. */
export function planText(plan: Plan, { style, language }: PlanTextOptions): string {
  const say = planWords[language];
  const steps = plan.steps.map(({ path, condition, jobs }) => {
    const lines = jobs.filter(isTold).map((job) => jobText(job, { style, language }));
    if (lines.length === 0) return '';
    const when = condition === undefined ? '' : style.dim(` ${say.onlyIf(condition)}`);
    return `${style.bold(path.join(' / '))}${when}\n${lines.join('')}`;
  });
  return `${steps.join('')}${summaryText(plan, language)}\n`;
}

function isTold({ action, changes }: PlannedJob): boolean {
  return !QUIET.includes(action) || changes.length > 0;
}

function jobText({ action, object, type, message, changes }: PlannedJob, options: PlanTextOptions): string {
  const { style } = options;
  const what = object === undefined ? type : objectText(object);
  const why = action === 'refused' || action === 'unknown' ? `: ${message}` : '';
  const others = changes.filter((change) => object === undefined || !isSame(change.object, object));
  const own = changes.find((change) => object !== undefined && isSame(change.object, object));
  return [
    `  ${markedLine(action, `${what}${why}`, style)}`,
    fieldLines(own?.fields ?? [], '      ', options),
    ...others.map(
      (change) =>
        `  ${markedLine(change.action, objectText(change.object), style)}${fieldLines(change.fields, '      ', options)}`,
    ),
  ].join('');
}

function isSame(one: NonNullable<PlannedJob['object']>, other: NonNullable<PlannedJob['object']>): boolean {
  return one.kind === other.kind && one.namespace === other.namespace && one.name === other.name;
}

function summaryText({ upToDate, summary }: Plan, language: Language): string {
  const say = planWords[language];
  if (upToDate) return say.upToDate;
  const parts = [
    [summary.create, say.toCreate(summary.create)],
    [summary.update, say.toUpdate(summary.update)],
    [summary.replace, say.toReplace(summary.replace)],
    [summary.delete, say.toDelete(summary.delete)],
    [summary.unchanged + summary.keep, say.asTheyAre(summary.unchanged + summary.keep)],
    [summary.refused, say.refused(summary.refused)],
    [summary.unknown, say.notKnown(summary.unknown)],
  ] as const;
  return say.sum(parts.flatMap(([count, words]) => (count > 0 ? [words] : [])).join(say.comma));
}
