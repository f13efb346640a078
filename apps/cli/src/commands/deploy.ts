import { connect } from '../connection/connect.ts';
import {
  doubtsBeyond,
  errorsAmong,
  invalidDocument,
  readCheckedDocument,
  withCarriedFields,
} from '../documents/checked-document.ts';
import { agreeOnPlan } from '../documents/deploy-plan.ts';
import { showPlan } from '../documents/show-plan.ts';
import { CliError, ExitCode } from '../errors/cli-error.ts';
import { formatProblems } from '../errors/problems.ts';
import { applicationMessages } from '../messages/application.ts';
import { planMessages } from '../messages/plan.ts';
import { showStartedRun } from '../runs/show-started-run.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { talk } from '../terminal/talk.ts';

export interface DeployOptions {
  readonly file: string | undefined;
  /** The same as an option. */
  readonly fileOption: string | undefined;
  /** Only shows what it would do. */
  readonly dryRun: boolean;
  readonly wait: boolean;
  /** Whether finished jobs run once more. */
  readonly rerun: boolean;
  /** Whether unknown fields are kept. */
  readonly lenient: boolean;
}

/**
 * Validates here (so that problems show line and column), says what will change and asks where that takes something away,
 * stores, runs, and follows the run.
 */
export async function deploy(context: CommandContext, options: DeployOptions): Promise<ExitCode> {
  const { terminal, style, translate, interrupted } = context;
  const { lenient } = options;
  const document = await withCarriedFields(context, await readCheckedDocument(context, oneFile(options), options));
  const { name: fileName, problems } = document;
  const errors = errorsAmong(problems);
  if (problems.length > 0) terminal.alert(formatProblems(problems, { style, translate, fileName }));
  if (errors > 0) throw invalidDocument(applicationMessages.hasProblems({ file: fileName, count: errors }), problems);
  const connection = await connect(context);
  const { client } = connection;
  if (options.dryRun) {
    const { text, format } = document;
    return showPlan(context, await client.planDocument({ text, format }, { lenient }));
  }
  if (!(await agreeOnPlan(context, client, { ...document, lenient })) || interrupted.aborted) {
    terminal.alert(`${translate(planMessages.nothingDone)}\n`);
    return ExitCode.interrupted;
  }
  const application = await client.saveApplication({ text: document.text, format: document.format }, { lenient });
  // The platform knows the templates a document names, and so may doubt what could not be doubted here.
  const doubts = doubtsBeyond(application.problems, problems);
  if (doubts.length > 0) terminal.alert(formatProblems(doubts, { style, translate, fileName }));
  const outcomes = {
    created: translate(applicationMessages.created),
    updated: translate(applicationMessages.updated),
    unchanged: translate(applicationMessages.unchanged),
  };
  const { taskId, number } = await client.execWorkflow(application.id, {
    revision: application.revision,
    rerun: options.rerun,
  });
  talk(
    context,
    `${style.bold(application.name)} ${translate(applicationMessages.stored({ revision: application.revision, outcome: outcomes[application.outcome], run: number }))}`,
  );
  if (application.removedComponents.length > 0) {
    terminal.err(
      `${translate(applicationMessages.removedByRun({ components: application.removedComponents.join(', ') }))}\n`,
    );
  }
  return showStartedRun(context, connection, { taskId, number, appId: application.id, wait: options.wait });
}

function oneFile({ file, fileOption }: Pick<DeployOptions, 'file' | 'fileOption'>): string | undefined {
  if (file === undefined || fileOption === undefined) return file ?? fileOption;
  throw new CliError(applicationMessages.twoFiles({ one: file, other: fileOption }), {
    code: 'DOCUMENT_UNCLEAR',
    exitCode: ExitCode.usage,
    hint: applicationMessages.oneFile,
  });
}
