import type { Plan, PlannedJob } from '@kubemin/client';
import { errorMessages, planMessages } from '../messages/index.ts';
import {
  type CommandContext,
  ExitCode,
  formatProblems,
  print,
  type Style,
  type Translate,
  translateSent,
} from '../terminal/index.ts';
import { fieldLines, markedLine, objectText } from './diff-text.ts';

/** Prints a plan; that something would be refused is an exit code of its own. */
export async function showPlan(context: CommandContext, plan: Plan): Promise<ExitCode> {
  const { terminal, style, outStyle, translate } = context;
  if (plan.problems.length > 0) terminal.alert(formatProblems(plan.problems, { style, translate }));
  for (const [at, warning] of plan.warnings.entries()) {
    const text = translateSent(translate, plan, `warnings.${at}`, warning);
    terminal.alert(`${style.yellow(`${translate(errorMessages.warning)}:`)} ${text}\n`);
  }
  const changed = plan.steps.flatMap(({ jobs }) => jobs);
  await print(context, {
    data: plan,
    table: planText(plan, { style: outStyle, translate }),
    names: changed.flatMap(({ object, action }) =>
      object === undefined || QUIET.includes(action) ? [] : [`${object.kind}/${object.name}`],
    ),
  });
  return plan.summary.refused > 0 ? ExitCode.conflict : ExitCode.ok;
}

/** Whom a plan is written for. */
export interface PlanTextOptions {
  readonly style: Style;
  readonly translate: Translate;
}

/** The code of a message with more than what was done. */
const NOTED = 'engine.delivery.withNote';

/** Jobs that leave everything as it is need no line each. */
const QUIET: readonly string[] = ['unchanged', 'keep'];

/** A plan for people: step by step what would change, field by field, and what it comes to in all. */
export function planText(plan: Plan, { style, translate }: PlanTextOptions): string {
  const steps = plan.steps.map(({ path, condition, jobs }) => {
    const lines = jobs.filter(isShown).map((job) => jobText(job, { style, translate }));
    if (lines.length === 0) return '';
    const when = condition === undefined ? '' : style.dim(` ${translate(planMessages.onlyIf({ condition }))}`);
    return `${style.bold(path.join(' / '))}${when}\n${lines.join('')}`;
  });
  const { gateway } = plan;
  const routes =
    gateway === undefined
      ? ''
      : `${translate(planMessages.routes({ choice: translateSent(translate, plan, 'gateway', gateway) }))}\n`;
  return `${steps.join('')}${routes}${summaryText(plan, translate)}\n`;
}

function isShown({ action, changes }: PlannedJob): boolean {
  return !QUIET.includes(action) || changes.length > 0;
}

function jobText(job: PlannedJob, options: PlanTextOptions): string {
  const { action, object, type, message, changes } = job;
  const { style, translate } = options;
  const what = object === undefined ? type : objectText(object);
  // An update that replaces values of other field managers names them.
  const isNoted = action === 'update' && job.texts?.message?.code === NOTED;
  const why =
    action === 'refused' || action === 'unknown' || isNoted
      ? `: ${translateSent(translate, job, 'message', message)}`
      : '';
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

function summaryText({ upToDate, summary }: Plan, translate: Translate): string {
  if (upToDate) return translate(planMessages.upToDate);
  const parts = [
    [summary.create, translate(planMessages.toCreate({ count: summary.create }))],
    [summary.update, translate(planMessages.toUpdate({ count: summary.update }))],
    [summary.replace, translate(planMessages.toReplace({ count: summary.replace }))],
    [summary.delete, translate(planMessages.toDelete({ count: summary.delete }))],
    [summary.unchanged + summary.keep, translate(planMessages.asTheyAre({ count: summary.unchanged + summary.keep }))],
    [summary.refused, translate(planMessages.refused({ count: summary.refused }))],
    [summary.unknown, translate(planMessages.notKnown({ count: summary.unknown }))],
  ] as const;
  return translate(
    planMessages.sum({
      parts: parts.flatMap(([count, words]) => (count > 0 ? [words] : [])).join(translate(planMessages.comma)),
    }),
  );
}
