import type { Message } from '@kubemin/base/message';
import type { Problem } from '@kubemin/client';
import { PlatformError } from '@kubemin/client/error';
import { connect } from '../connection/index.ts';
import { documentMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode } from '../terminal/index.ts';
import { type DocumentFile, readDocumentFile } from './document-file.ts';
import { platformTools, withLocalTools } from './document-tools.ts';

/** A document with the errors and warnings that can be found locally. */
export interface CheckedDocument extends DocumentFile {
  /** With line and column. */
  readonly problems: readonly Problem[];
}

/** Reads the application document the user named, or the one in the current directory, and checks it without a platform. */
export async function readCheckedDocument(
  context: CommandContext,
  file: string | undefined,
  { lenient, plugins = [] }: { readonly lenient: boolean; readonly plugins?: readonly string[] },
): Promise<CheckedDocument> {
  const document = await readDocumentFile(context, file);
  const options = { fileName: document.name, unknownFields: lenient ? ('keep' as const) : ('refuse' as const) };
  const problems = await withLocalTools(context, { plugins }, async ({ model }) => {
    const found = model.parseText(document.text, options).problems;
    // What is not known here may be known to the platform, by a plug-in.
    const wider = found.some(isUnknownEntry) ? await platformTools(context) : undefined;
    return wider === undefined ? found : wider.model.parseText(document.text, options).problems;
  });
  return { ...document, problems };
}

/** Whether a problem is about a trait, component type or step type that is not registered. */
function isUnknownEntry({ code, path }: Problem): boolean {
  if (code === 'INVALID_COMPONENT_TYPE' || code === 'UNKNOWN_JOB_TYPE') return true;
  return code === 'UNKNOWN_FIELD' && /\.traits\.[^.[\]]+$/.test(path);
}

/**
 * The document as the platform sees it where unknown fields are all that is wrong: those that the application it
 * updates already carries are no reason to refuse it. Where no platform can be asked it stays as it is.
 */
export async function withCarriedFields(context: CommandContext, document: CheckedDocument): Promise<CheckedDocument> {
  const errors = document.problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0 || errors.some(({ code }) => code !== 'UNKNOWN_FIELD')) return document;
  try {
    const { client } = await connect(context);
    const { warnings } = await client.tryApplication({ text: document.text, format: document.format });
    const carried = new Map(warnings.map((warning) => [`${warning.path} ${warning.code}`, warning]));
    const problems = document.problems.map((problem) => carried.get(`${problem.path} ${problem.code}`) ?? problem);
    return { ...document, problems };
  } catch (error) {
    if (error instanceof CliError || error instanceof PlatformError) return document;
    throw error;
  }
}

/** How many problems keep a document from being delivered. */
export function errorsAmong(problems: readonly Problem[]): number {
  return problems.filter(({ severity }) => severity === 'error').length;
}

/** What the platform finds that was not found here: it knows templates and profiles. */
export function newWarnings(found: readonly Problem[], known: readonly Problem[]): readonly Problem[] {
  const knownKeys = new Set(known.map(({ path, code }) => `${path} ${code}`));
  return found.filter(({ path, code }) => !knownKeys.has(`${path} ${code}`));
}

/** The document breaks rules, which have been listed. */
export function invalidDocument(text: Message, problems: readonly Problem[]): CliError {
  const unknown = problems.some(({ code, severity }) => code === 'UNKNOWN_FIELD' && severity === 'error');
  return new CliError(text, {
    code: 'DOCUMENT_INVALID',
    exitCode: ExitCode.invalid,
    hint: unknown ? documentMessages.fixOrKeep : documentMessages.fixProblems,
  });
}
