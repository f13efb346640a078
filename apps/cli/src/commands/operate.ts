import type { ComponentReplicas } from '../command/index.ts';
import { connect, findApplication, resolveApplicationName } from '../connection/index.ts';
import { planText, showPlan } from '../documents/index.ts';
import { applicationMessages, planMessages, revisionStateMessages } from '../messages/index.ts';
import { showStartedRun } from '../runs/index.ts';
import { type CommandContext, confirm, ExitCode, printMessage, translateSent } from '../terminal/index.ts';

export interface RollbackOptions {
  readonly app: string;
  /** The last one before the current that was delivered when undefined. */
  readonly revision: number | undefined;
  /** Only shows what it would do. */
  readonly dryRun: boolean;
  readonly wait: boolean;
}

/** Shows what going back to an earlier revision would change, asks, and does it as a run that is followed. */
export async function rollback(context: CommandContext, options: RollbackOptions): Promise<ExitCode> {
  const { terminal, style, translate, interrupted } = context;
  const connection = await connect(context);
  const { client } = connection;
  const { id, name, revision: current } = await findApplication(client, options.app);
  const request = options.revision === undefined ? {} : { revision: options.revision };
  const plan = await client.planApplication(id, { operation: 'rollback', ...request });
  const target = plan.revision ?? current;
  const [{ revisions }, diff] = await Promise.all([
    client.listRevisions(id),
    client.diffRevisions(id, String(current), String(target)),
  ]);
  const [now, before] = [current, target].map((number) => revisions.find(({ revision }) => revision === number));
  const run = options.revision === undefined ? before?.run : undefined;
  printMessage(
    context,
    `${style.bold(name)} ${run === undefined ? translate(applicationMessages.backTo({ revision: target })) : translate(applicationMessages.backToDelivered({ revision: target, run }))}`,
  );
  if (now !== undefined && now.state !== 'serving')
    terminal.err(
      `${translate(applicationMessages.currentIs({ revision: current, state: translate(revisionStateMessages[now.state]) }))}\n`,
    );
  for (const [at, line] of diff.words.entries())
    terminal.err(`  ${translateSent(translate, diff, `words.${at}`, line)}\n`);
  if (options.dryRun) return showPlan(context, plan);
  terminal.err(planText(plan, { style, translate }));
  const agreed = await confirm(context, {
    consequence: applicationMessages.willGoBack({
      name,
      current,
      target: applicationMessages.revisionOf({ revision: target }),
    }),
  });
  if (!agreed || interrupted.aborted) {
    terminal.alert(`${translate(planMessages.nothingDone)}\n`);
    return ExitCode.interrupted;
  }
  // Applies the plan that was shown, even if another revision is delivered meanwhile.
  const { taskId, number, revision, restored } = await client.rollbackApplication(id, { revision: target });
  printMessage(
    context,
    `${style.bold(name)} ${translate(applicationMessages.wentBack({ revision, restored, run: number }))}`,
  );
  return showStartedRun(context, connection, { taskId, number, appId: id, wait: options.wait });
}

interface ScaleOptions {
  readonly app: string;
  readonly replicas: readonly ComponentReplicas[];
  readonly wait: boolean;
}

/** Changes how many copies of components run, as a run that is followed. */
export async function scale(context: CommandContext, { app, replicas, wait }: ScaleOptions): Promise<ExitCode> {
  const { style, translate } = context;
  const connection = await connect(context);
  const { id, name } = await findApplication(connection.client, app);
  const { taskId, number, revision } = await connection.client.scaleApplication(id, {
    replicas: Object.fromEntries(replicas),
  });
  const wanted = replicas.map(([component, count]) => translate(applicationMessages.scaledTo({ component, count })));
  printMessage(
    context,
    `${style.bold(name)} ${translate(applicationMessages.scaled({ revision, components: wanted.join(', '), run: number }))}`,
  );
  return showStartedRun(context, connection, { taskId, number, appId: id, wait });
}

interface RestartOptions {
  /** The application this directory is linked to when undefined. */
  readonly app: string | undefined;
  /** All that run when empty. */
  readonly components: readonly string[];
  readonly wait: boolean;
}

/** Replaces the pods of components a few at a time, as a run that is followed. */
export async function restart(context: CommandContext, { app, components, wait }: RestartOptions): Promise<ExitCode> {
  const { style, translate } = context;
  const connection = await connect(context);
  const { id, name } = await findApplication(connection.client, await resolveApplicationName(context, app));
  const { taskId, number } = await connection.client.restartApplication(id, { components });
  const what = components.length === 0 ? translate(applicationMessages.allComponents) : components.join(', ');
  printMessage(
    context,
    `${style.bold(name)}: ${translate(applicationMessages.restarting({ components: what, run: number }))}`,
  );
  return showStartedRun(context, connection, { taskId, number, appId: id, wait });
}
