import type { Plan } from '@kubemin/client';
import type { CommandContext } from './command-context.ts';
import { ExitCode } from './exit-code.ts';
import type { Output } from './located.ts';
import { planText } from './plan-text.ts';
import { formatProblems } from './problems.ts';

/** Prints a plan; that something would be refused is an exit code of its own. */
export function showPlan({ terminal, style }: CommandContext, plan: Plan, output: Output): ExitCode {
  if (plan.problems.length > 0) terminal.err(formatProblems(plan.problems, { style }));
  for (const warning of plan.warnings) terminal.err(`${style.yellow('warning:')} ${warning}\n`);
  terminal.out(output === 'json' ? `${JSON.stringify(plan, null, 2)}\n` : planText(plan, style));
  return plan.summary.refused > 0 ? ExitCode.conflict : ExitCode.ok;
}
