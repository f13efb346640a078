import type { Message } from '@kubemin/base/message';
import type { Plan, PlanAction, PlannedJob, PlatformClient } from '@kubemin/client';
import { PlatformError } from '@kubemin/client';
import { errorMessages, planMessages } from '../messages/index.ts';
import { type CommandContext, confirm, printMessage, sentMessage, translateSent } from '../terminal/index.ts';
import { objectText } from './diff-text.ts';
import type { DocumentFile } from './document-file.ts';

const MOST_NAMED = 5;

/** A document, and whether unknown fields of it are kept. */
type PlannedDocument = Pick<DocumentFile, 'text' | 'format'> & { readonly lenient: boolean };

/**
 * Prints what delivering a document comes to, and asks when that takes something away. Returns whether to go on. A plan that is
 * refused ends the command before anything is stored: the run would fail before it begins.
 */
export async function confirmPlan(
  context: CommandContext,
  client: PlatformClient,
  { text, format, lenient }: PlannedDocument,
): Promise<boolean> {
  const { terminal, style, translate } = context;
  const warn = (words: string): void =>
    terminal.alert(`${style.yellow(`${translate(errorMessages.warning)}:`)} ${words}\n`);
  const plan = await planned(client, { text, format, lenient });
  if (plan === undefined) return true;
  printMessage(context, planLine(plan, context));
  // That a plan of something new is made under an id of zeros is of no concern here.
  const warnings = plan.appId === undefined ? [] : plan.warnings;
  for (const [at, warning] of warnings.entries()) warn(translateSent(translate, plan, `warnings.${at}`, warning));
  for (const job of jobsWithAction(plan, 'refused'))
    warn(translate(planMessages.wouldFail({ object: jobName(job), reason: sentMessage(job, 'message', job.message) })));
  const loss = describeLosses(plan);
  return loss === undefined || (await confirm(context, { consequence: loss }));
}

async function planned(client: PlatformClient, { text, format, lenient }: PlannedDocument): Promise<Plan | undefined> {
  try {
    return await client.planDocument({ text, format }, { lenient });
  } catch (error) {
    // Missing permission is reported by the request that stores the document, which is also audited.
    if (error instanceof PlatformError && error.status === 403) return undefined;
    throw error;
  }
}

/** A plan in one line: `shop: +3 ~1 -0 (create, update, delete)`; what is replaced counts as an update. */
export function planLine(
  { name, upToDate, summary }: Plan,
  { style, translate }: Pick<CommandContext, 'style' | 'translate'>,
): string {
  if (upToDate) return translate(planMessages.noChange({ name: style.bold(name) }));
  const counts = [
    style.green(`+${summary.create}`),
    style.yellow(`~${summary.update + summary.replace}`),
    style.red(`-${summary.delete}`),
    ...(summary.refused > 0 ? [style.red(`!${summary.refused}`)] : []),
    ...(summary.unknown > 0 ? [style.yellow(`?${summary.unknown}`)] : []),
    style.dim(translate(planMessages.counts)),
  ];
  return translate(planMessages.change({ name: style.bold(name), counts: counts.join(' ') }));
}

/** What a plan takes away, as a sentence; undefined when nothing. */
export function describeLosses(plan: Plan): Message | undefined {
  // What the same plan makes first, as a canary, is nothing to lose.
  const made = new Set(jobsWithAction(plan, 'create').map(jobName));
  const deleted = jobsWithAction(plan, 'delete').filter((job) => !made.has(jobName(job)));
  const replaced = jobsWithAction(plan, 'replace');
  if (deleted.length + replaced.length === 0) return undefined;
  const losses = [
    ...(deleted.length === 0 ? [] : [planMessages.deletes({ objects: jobNames(deleted) })]),
    ...(replaced.length === 0 ? [] : [planMessages.replaces({ objects: jobNames(replaced) })]),
  ];
  return planMessages.willLose({ name: plan.name, losses });
}

function jobsWithAction({ steps }: Plan, action: PlanAction): readonly PlannedJob[] {
  return steps.flatMap(({ jobs }) => jobs.filter((job) => job.action === action));
}

function jobNames(jobs: readonly PlannedJob[]): readonly (string | Message)[] {
  const named = jobs.slice(0, MOST_NAMED).map(jobName);
  const others = jobs.length > MOST_NAMED ? [planMessages.others({ count: jobs.length - MOST_NAMED })] : [];
  return [...named, ...others];
}

function jobName({ object, type }: PlannedJob): string {
  return object === undefined ? type : objectText(object);
}
