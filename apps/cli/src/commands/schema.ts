import { closestName, type DocumentForm, type DocumentReader, type FormSection } from '@kubemin/model';
import { type FieldRow, fieldRows, withLocalTools } from '../documents/index.ts';
import { columnMessages, documentMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode, print, printList } from '../terminal/index.ts';

export interface SchemaOptions {
  /** A component type, trait or step; the whole document when undefined. */
  readonly name: string | undefined;
  readonly plugins: readonly string[];
}

type SectionKind = 'componentType' | 'trait' | 'step';

interface NamedSection {
  readonly kind: SectionKind;
  readonly name: string;
  readonly section: FormSection;
}

/** Prints the schema of documents as a JSON Schema, or the fields of one type, trait or step as a table. */
export function schema(context: CommandContext, { name, plugins }: SchemaOptions): Promise<ExitCode> {
  return withLocalTools(context, { plugins, platform: true }, ({ model }) => printSchema(context, name, model));
}

async function printSchema(
  context: CommandContext,
  name: string | undefined,
  model: DocumentReader,
): Promise<ExitCode> {
  if (name !== undefined) await showSection(context, found(formSections(model.form()), name));
  else if (context.output === 'table' || context.output === 'wide' || context.output === 'name') {
    await listSections(context, formSections(model.form()));
  } else {
    const data = model.jsonSchema();
    await print({ ...context, output: context.output ?? 'json' }, { data, table: '', names: [] });
  }
  return ExitCode.ok;
}

function formSections({ componentTypes, traits, jobTypes }: DocumentForm): readonly NamedSection[] {
  const named = (kind: SectionKind, sections: Readonly<Record<string, FormSection>>): readonly NamedSection[] =>
    Object.entries(sections).map(([name, section]) => ({ kind, name, section }));
  return [...named('componentType', componentTypes), ...named('trait', traits), ...named('step', jobTypes)];
}

function found(sections: readonly NamedSection[], name: string): NamedSection {
  const section = sections.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (section !== undefined) return section;
  const near = closestName(
    name,
    sections.map((each) => each.name),
  );
  throw new CliError(documentMessages.noSchema({ name }), {
    code: 'SCHEMA_NOT_FOUND',
    exitCode: ExitCode.notFound,
    hint: near === undefined ? documentMessages.allSchemas : documentMessages.didYouMean({ name: near }),
  });
}

async function listSections(context: CommandContext, sections: readonly NamedSection[]): Promise<void> {
  const { translate } = context;
  await printList(context, {
    items: sections,
    columns: [
      { title: translate(columnMessages.name), cell: ({ name }) => name },
      { title: translate(documentMessages.kind), cell: ({ kind }) => translate(documentMessages[kind]) },
      { title: translate(documentMessages.meaning), cell: ({ section }) => section.summary[translate.language] },
    ],
    name: ({ name }) => name,
  });
}

async function showSection(context: CommandContext, { section }: NamedSection): Promise<void> {
  const { terminal, style, translate } = context;
  const rows: readonly FieldRow[] = fieldRows(section.field, translate);
  terminal.err(`${style.bold(section.label[translate.language])}: ${section.summary[translate.language]}\n`);
  await print(context, {
    data: section,
    table: {
      columns: [
        { title: translate(documentMessages.field) },
        { title: translate(documentMessages.required) },
        { title: translate(documentMessages.default) },
        { title: translate(documentMessages.meaning) },
      ],
      rows: rows.map(({ path, required, usual, meaning }) => [
        path,
        required ? translate(documentMessages.yes) : translate(documentMessages.no),
        usual,
        meaning,
      ]),
    },
    names: rows.map(({ path }) => path),
  });
}
