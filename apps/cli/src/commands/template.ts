import { basename } from 'node:path';
import type { ApplicationSummary, PlatformClient } from '@kubemin/client';
import { type GivenParameters, toDnsLabel } from '@kubemin/model';
import { Document } from 'yaml';
import { connect, findApplication } from '../connection/index.ts';
import { DEFAULT_DOCUMENT } from '../documents/index.ts';
import { columnMessages, documentMessages } from '../messages/index.ts';
import {
  CliError,
  type CommandContext,
  ExitCode,
  formatProblems,
  formatTable,
  printList,
  writeNewFile,
} from '../terminal/index.ts';
import { showRevision } from './revision.ts';
import { askMissing, parameterColumns, readParameterOptions } from './template-parameters.ts';

/** Lists the applications that may be used as templates. */
export async function listTemplates(context: CommandContext): Promise<ExitCode> {
  const { translate } = context;
  const { client } = await connect(context);
  await printList(context, {
    items: await allTemplates(client),
    columns: [
      { title: translate(columnMessages.name), cell: ({ name }) => name },
      { title: translate(columnMessages.project), cell: ({ project }) => project || '-' },
      { title: translate(columnMessages.namespace), cell: ({ namespace }) => namespace },
      { title: translate(columnMessages.version), cell: ({ version }) => version },
      { title: translate(documentMessages.meaning), cell: ({ description }) => description },
      { title: translate(columnMessages.id), cell: ({ id }) => id, wide: true },
    ],
    name: ({ name }) => name,
    empty: translate(documentMessages.noTemplates),
  });
  return ExitCode.ok;
}

interface SaveTemplateOptions {
  readonly app: string;
}

/** Makes an application a template, as a new revision; it stays an application like any other. */
export async function saveTemplate(context: CommandContext, { app }: SaveTemplateOptions): Promise<ExitCode> {
  const { terminal, style, translate } = context;
  const { client } = await connect(context);
  const { id, name } = await findApplication(client, app);
  await client.patchApplication(id, { tmpEnable: true });
  terminal.err(`${style.green('✓')} ${translate(documentMessages.isTemplate({ name }))}\n`);
  terminal.out(`${name}\n`);
  return ExitCode.ok;
}

interface TemplateOptions {
  readonly template: string;
}

interface ShowTemplateOptions extends TemplateOptions {
  /** Whether the document is left out. */
  readonly parameters: boolean;
}

/** Prints the parameters and the document of a template as it is now, with secret values masked. */
export async function showTemplate(context: CommandContext, options: ShowTemplateOptions): Promise<ExitCode> {
  const { terminal, translate, style } = context;
  const { client } = await connect(context);
  const { id, name, revision } = await findTemplate(client, options.template);
  const { parameters } = await client.templateParameters(id);
  const columns = parameterColumns(context);
  if (options.parameters) {
    const empty = translate(documentMessages.noParameters({ name }));
    await printList(context, { items: parameters, columns, name: (parameter) => parameter.name, empty });
    return ExitCode.ok;
  }
  if (parameters.length > 0) {
    const rows = parameters.map((parameter) => columns.map(({ cell }) => cell(parameter)));
    const table = formatTable(
      columns.map(({ title }) => title),
      rows,
      terminal.width(),
    );
    terminal.err(`${style.bold(translate(documentMessages.parameters))}\n${table}\n`);
  }
  return showRevision(context, { app: id, revision });
}

interface UseTemplateOptions extends TemplateOptions {
  readonly name: string | undefined;
  readonly file: string | undefined;
  readonly set: readonly string[];
  readonly setFile: readonly string[];
  readonly values: string | undefined;
}

/** Writes a document whose components come from a template, after the platform has validated it. */
export async function useTemplate(context: CommandContext, options: UseTemplateOptions): Promise<ExitCode> {
  const { terminal, style, translate, cwd } = context;
  const { client } = await connect(context);
  const template = await findTemplate(client, options.template);
  const { components } = await client.getApplication(template.id);
  const { parameters: declared } = await client.templateParameters(template.id);
  const given = await readParameterOptions(context, declared, options);
  const parameters = await askMissing(context, declared, given);
  if (parameters === undefined) return ExitCode.interrupted;
  const name = options.name ?? toDnsLabel(basename(cwd));
  const targets = components.map((each) => each.name);
  const text = templateDocument({ name, id: template.name, targets, parameters }, context);
  const { valid, errors, warnings } = await client.tryApplication({ text, format: 'yaml' });
  const problems = [...errors, ...warnings];
  const file = options.file ?? DEFAULT_DOCUMENT;
  if (problems.length > 0) terminal.alert(formatProblems(problems, { style, translate, fileName: file }));
  if (!valid) {
    const lacking = problems.some(({ code }) => code === 'MISSING_PARAMETER' || code === 'UNKNOWN_PARAMETER');
    if (lacking) terminal.err(`${translate(documentMessages.passParameters({ name: template.name }))}\n`);
    return ExitCode.invalid;
  }
  const isSecret = declared.some(({ name: parameter, type }) => type === 'secret' && parameter in parameters);
  await writeNewFile(context, { file, text, ...(isSecret && { mode: 0o600 }) });
  return ExitCode.ok;
}

interface UsedTemplate {
  readonly name: string;
  readonly id: string;
  readonly targets: readonly string[];
  readonly parameters: GivenParameters;
}

/** The parameters are shared by all entries, so the first one has them. */
function templateDocument({ name, id, targets, parameters }: UsedTemplate, { translate }: CommandContext): string {
  const shared = Object.keys(parameters).length === 0 ? {} : { parameters };
  const component = targets.map((target, index) => ({ template: { id, target, ...(index === 0 && shared) } }));
  const document = new Document({ name, component });
  document.commentBefore = ` ${translate(documentMessages.changeHere)}\n ${translate(documentMessages.changeHereToo)}`;
  return document.toString();
}

/** All templates, however many pages that takes. */
async function allTemplates(client: PlatformClient): Promise<readonly ApplicationSummary[]> {
  const all: ApplicationSummary[] = [];
  let place: string | undefined;
  do {
    const page = await client.listTemplates({ limit: 500, ...(place !== undefined && { continue: place }) });
    all.push(...page.applications);
    place = page.next;
  } while (place !== undefined);
  return all;
}

/** A template by its id or name; of several with one name, the one changed last. */
async function findTemplate(client: PlatformClient, nameOrId: string): Promise<ApplicationSummary> {
  const all = await allTemplates(client);
  const found = all.find(({ id }) => id === nameOrId) ?? all.find(({ name }) => name === nameOrId);
  if (found !== undefined) return found;
  throw new CliError(documentMessages.notATemplate({ name: nameOrId }), {
    code: 'TEMPLATE_NOT_FOUND',
    exitCode: ExitCode.notFound,
    hint: all.length === 0 ? documentMessages.noTemplates : documentMessages.listTemplates,
  });
}
