import { connect } from '../connection/index.ts';
import {
  confirmPlan,
  errorsAmong,
  invalidDocument,
  newWarnings,
  readCheckedDocument,
  showPlan,
  withCarriedFields,
} from '../documents/index.ts';
import { applicationMessages, planMessages } from '../messages/index.ts';
import { showStartedRun } from '../runs/index.ts';
import { CliError, type CommandContext, ExitCode, formatProblems, printMessage } from '../terminal/index.ts';

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
 * Validates here (so that problems show line and column), prints the changes, asks for confirmation if objects are deleted,
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
  if (!(await confirmPlan(context, client, { ...document, lenient })) || interrupted.aborted) {
    terminal.alert(`${translate(planMessages.nothingDone)}\n`);
    return ExitCode.interrupted;
  }
  const application = await client.saveApplication({ text: document.text, format: document.format }, { lenient });
  // The platform knows the templates of the document, and so finds warnings that a local check cannot.
  const platformWarnings = newWarnings(application.problems, problems);
  if (platformWarnings.length > 0) terminal.alert(formatProblems(platformWarnings, { style, translate, fileName }));
  const outcomes = {
    created: translate(applicationMessages.created),
    updated: translate(applicationMessages.updated),
    unchanged: translate(applicationMessages.unchanged),
  };
  const { taskId, number } = await client.execWorkflow(application.id, {
    revision: application.revision,
    rerun: options.rerun,
  });
  printMessage(
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
