import type { Problem } from '@kubemin/client';
import { connect } from '../connection/index.ts';
import {
  type CheckedDocument,
  errorsAmong,
  invalidDocument,
  newWarnings,
  readCheckedDocument,
  withCarriedFields,
} from '../documents/index.ts';
import { documentMessages } from '../messages/index.ts';
import { type CommandContext, ExitCode, formatProblems, print } from '../terminal/index.ts';

export interface ValidateOptions {
  readonly file: string | undefined;
  /** Whether to ask the platform, too. */
  readonly platform: boolean;
  /** Whether unknown fields are kept. */
  readonly lenient: boolean;
  readonly plugins: readonly string[];
}

/** Checks a document, without any platform unless it is asked for: what only that knows, as templates and profiles, is not looked at. */
export async function validate(context: CommandContext, options: ValidateOptions): Promise<ExitCode> {
  const { terminal, style, outStyle, translate } = context;
  const checked = await readCheckedDocument(context, options.file, options);
  const document = options.platform ? await withCarriedFields(context, checked) : checked;
  const { name, problems: found } = document;
  const problems = options.platform ? [...found, ...(await checkOnPlatform(context, document, options))] : found;
  const errors = errorsAmong(problems);
  await print(context, {
    data: { file: name, valid: errors === 0, problems },
    table: formatProblems(problems, { style: outStyle, translate, fileName: name }),
    names: problems.map(({ code }) => code),
  });
  if (errors > 0) throw invalidDocument(documentMessages.invalid({ name, errors }), problems);
  const valid =
    problems.length === 0
      ? documentMessages.valid({ name })
      : documentMessages.validWithWarnings({ name, warnings: problems.length });
  terminal.err(`${style.green('✓')} ${translate(valid)}\n`);
  return ExitCode.ok;
}

async function checkOnPlatform(
  context: CommandContext,
  { text, format, problems }: CheckedDocument,
  { lenient }: Pick<ValidateOptions, 'lenient'>,
): Promise<readonly Problem[]> {
  const { client } = await connect(context);
  const { errors, warnings } = await client.tryApplication({ text, format }, { lenient });
  return newWarnings([...errors, ...warnings], problems);
}
