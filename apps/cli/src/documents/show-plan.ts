import type { Plan } from '@kubemin/client';
import { errorMessages } from '../messages/index.ts';
import { type CommandContext, ExitCode, formatProblems, print, translateSent } from '../terminal/index.ts';
import { planText, QUIET } from './plan-text.ts';

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
