import type { Plan, PlanAction, PlannedJob, PlatformClient } from '@kubemin/client';
import { PlatformError } from '@kubemin/client';
import type { Language } from '../language/language.ts';
import { errorWords } from '../language/words/error.ts';
import { planWords } from '../language/words/plan.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { confirm } from '../terminal/confirm.ts';
import { talk } from '../terminal/talk.ts';
import { objectText } from './diff-text.ts';
import type { DocumentFile } from './document-file.ts';

const MOST_NAMED = 5;

/** A document, and whether unknown fields of it are kept. */
type PlannedDocument = Pick<DocumentFile, 'text' | 'format'> & { readonly lenient: boolean };

/**
 * Prints what delivering a document comes to, and asks when that takes something away. Returns whether to go on. A plan that is
 * refused ends the command before anything is stored: the run would fail before it begins.
 */
export async function agreeOnPlan(
  context: CommandContext,
  client: PlatformClient,
  { text, format, lenient }: PlannedDocument,
): Promise<boolean> {
  const { terminal, style, language } = context;
  const say = planWords[language];
  const warn = (words: string): void =>
    terminal.alert(`${style.yellow(`${errorWords[language].warning}:`)} ${words}\n`);
  const plan = await planned(client, { text, format, lenient });
  if (plan === undefined) return true;
  talk(context, planLine(plan, context));
  // That a plan of something new is made under an id of zeros is of no concern here.
  for (const warning of plan.appId === undefined ? [] : plan.warnings) warn(warning);
  for (const job of jobsOf(plan, 'refused')) warn(say.wouldFail(nameOf(job), job.message));
  const loss = lossOf(plan, language);
  return loss === undefined || (await confirm(context, { consequence: loss }));
}

async function planned(client: PlatformClient, { text, format, lenient }: PlannedDocument): Promise<Plan | undefined> {
  try {
    return await client.planDocument({ text, format }, { lenient });
  } catch (error) {
    // Who may not deploy is told so by what would store the document, which also leaves a trace of it.
    if (error instanceof PlatformError && error.status === 403) return undefined;
    throw error;
  }
}

/** A plan in one line: `shop: +3 ~1 -0 (create, update, delete)`; what is replaced counts as an update. */
export function planLine(
  { name, upToDate, summary }: Plan,
  { style, language }: Pick<CommandContext, 'style' | 'language'>,
): string {
  const say = planWords[language];
  if (upToDate) return say.noChange(style.bold(name));
  const counts = [
    style.green(`+${summary.create}`),
    style.yellow(`~${summary.update + summary.replace}`),
    style.red(`-${summary.delete}`),
    ...(summary.refused > 0 ? [style.red(`!${summary.refused}`)] : []),
    ...(summary.unknown > 0 ? [style.yellow(`?${summary.unknown}`)] : []),
    style.dim(say.counts),
  ];
  return say.change(style.bold(name), counts.join(' '));
}

/** What a plan takes away, as a sentence; undefined when nothing. */
export function lossOf(plan: Plan, language: Language): string | undefined {
  const say = planWords[language];
  // What the same plan makes first, as a canary, is nothing to lose.
  const made = new Set(jobsOf(plan, 'create').map(nameOf));
  const deleted = jobsOf(plan, 'delete').filter((job) => !made.has(nameOf(job)));
  const replaced = jobsOf(plan, 'replace');
  if (deleted.length + replaced.length === 0) return undefined;
  const losses = [
    ...(deleted.length === 0 ? [] : [say.deletes(namesOf(deleted, language))]),
    ...(replaced.length === 0 ? [] : [say.replaces(namesOf(replaced, language))]),
  ];
  return say.willLose(plan.name, losses.join(say.and));
}

function jobsOf({ steps }: Plan, action: PlanAction): readonly PlannedJob[] {
  return steps.flatMap(({ jobs }) => jobs.filter((job) => job.action === action));
}

function namesOf(jobs: readonly PlannedJob[], language: Language): string {
  const say = planWords[language];
  const named = jobs.slice(0, MOST_NAMED).map(nameOf);
  const others = jobs.length > MOST_NAMED ? [say.others(jobs.length - MOST_NAMED)] : [];
  return [...named, ...others].join(say.comma);
}

function nameOf({ object, type }: PlannedJob): string {
  return object === undefined ? type : objectText(object);
}
