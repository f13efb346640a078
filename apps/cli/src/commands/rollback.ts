import type { CommandContext } from '../command-context.ts';
import { confirm } from '../confirm.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { applicationWords } from '../language/words/application.ts';
import { showPlan } from '../show-plan.ts';
import { showStartedRun } from '../show-started-run.ts';

export interface RollbackOptions {
  readonly app: string;
  /** The last one before the current that was delivered when undefined. */
  readonly revision: number | undefined;
  /** Only shows what it would do. */
  readonly dryRun: boolean;
  readonly wait: boolean;
}

/** Brings an application back to what an earlier revision was, as a run that is followed. */
export async function rollback(context: CommandContext, options: RollbackOptions): Promise<ExitCode> {
  const { terminal, style, language } = context;
  const say = applicationWords[language];
  const connection = await connect(context);
  const { id, name, revision: current } = await findApplication(connection.client, options.app);
  const request = options.revision === undefined ? {} : { revision: options.revision };
  if (options.dryRun) {
    const plan = await connection.client.planApplication(id, { operation: 'rollback', ...request });
    terminal.err(`${style.bold(name)} ${say.backTo(plan.revision ?? current)}\n`);
    return showPlan(context, plan);
  }
  const target = options.revision === undefined ? say.deliveredBefore : say.revisionOf(options.revision);
  const consequence = say.willGoBack(name, current, target);
  if (!(await confirm(context, { consequence }))) return ExitCode.interrupted;
  const { taskId, revision, restored } = await connection.client.rollbackApplication(id, request);
  terminal.err(`${style.bold(name)} ${say.wentBack(revision, restored, taskId)}\n`);
  return showStartedRun(context, connection, { taskId, appId: id, wait: options.wait });
}
