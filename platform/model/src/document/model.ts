import { isRecord } from '@kubemin/base';
import { Canonicaliser, Shapes, type UnknownFieldPolicy } from '../field/index.ts';
import type { DocumentForm } from '../form/index.ts';
import { componentMessages } from '../messages/index.ts';
import {
  type PlainObject,
  type Problem,
  ProblemList,
  readText,
  type SourceText,
  SourceTrace,
  toProblem,
} from '../problem/index.ts';
import {
  type AnyDocument,
  type AppDocument,
  type BuiltinRegistry,
  ComponentSchemas,
  checkChanges,
  type ModelRegistry,
  type Profiles,
  type ProfileUse,
  validate,
  withProfiles,
} from '../types/index.ts';
import { StepSchemas } from '../workflow/index.ts';
import { documentForm } from './document-form.ts';
import { parseDocument } from './document-parser.ts';
import { type DocumentFormat, DocumentPrinter } from './document-printer.ts';
import { detectForeignDocument } from './foreign-document.ts';
import { documentJsonSchema } from './json-schema.ts';

/** What reading a document gives. */
export interface ParseResult<R extends ModelRegistry = BuiltinRegistry> {
  /** Present exactly when no problem is an error. */
  readonly document?: AppDocument<R>;
  readonly problems: readonly Problem[];
}

/** What reading a profile gives. */
export interface ProfileParseResult {
  /** Present exactly when no problem is an error. */
  readonly profile?: PlainObject;
  readonly problems: readonly Problem[];
}

/** What writing profiles out gives. */
export interface ProfileResolution<R extends ModelRegistry = BuiltinRegistry> extends ParseResult<R> {
  /** The profiles the document refers to, each once. */
  readonly uses: readonly ProfileUse[];
}

/** How a document is read. */
export interface ReadingOptions extends Partial<UnknownFieldPolicy> {}

/** How a text is read. */
export interface TextReadingOptions extends ReadingOptions {
  /** What advice calls the text. */
  readonly fileName?: string;
}

/** Reads application documents: any accepted spelling in, the canonical document and all problems out. Never throws. */
export interface Model<R extends ModelRegistry = BuiltinRegistry> {
  /** Reads an already parsed value, such as a stored document. Unknown fields are kept unless the options refuse them. */
  parse(input: unknown, options?: ReadingOptions): ParseResult<R>;
  /**
   * Reads JSON (comments allowed) or YAML; problems carry their line and column. A text comes from its author, so
   * unknown fields are refused unless the options keep them.
   */
  parseText(text: string, options?: TextReadingOptions): ParseResult<R>;
  /** What of the next document cannot be reached from the previous one; paths lead into the next. */
  checkChanges(previous: AnyDocument, next: AnyDocument): readonly Problem[];
  /** Writes a document as an author would, defaults left out; reading the text gives the same document. */
  printDocument(document: AnyDocument, options?: { readonly format?: DocumentFormat }): string;
  /** Reads a profile that traits of `kind` may refer to. */
  parseProfile(kind: string, input: unknown, options?: ReadingOptions): ProfileParseResult;
  /** The document with the profiles it refers to written out, ready to render; it is checked again as a whole. */
  resolveProfiles(document: AnyDocument, profiles: Profiles): ProfileResolution<R>;
  /** What a form for documents needs: every field with labels, help, group, widget and default. */
  form(): DocumentForm;
  /** A JSON Schema (2020-12) of the canonical spelling, for editors; `id` is where it will be found. */
  jsonSchema(options?: { readonly id?: string }): PlainObject;
}

/** A model of any registry. */
export interface DocumentReader {
  parse(
    input: unknown,
    options?: ReadingOptions,
  ): { readonly document?: AnyDocument; readonly problems: readonly Problem[] };
  parseText(
    text: string,
    options?: TextReadingOptions,
  ): { readonly document?: AnyDocument; readonly problems: readonly Problem[] };
  checkChanges(previous: AnyDocument, next: AnyDocument): readonly Problem[];
  printDocument(document: AnyDocument, options?: { readonly format?: DocumentFormat }): string;
  parseProfile(kind: string, input: unknown, options?: ReadingOptions): ProfileParseResult;
  resolveProfiles(
    document: AnyDocument,
    profiles: Profiles,
  ): { readonly document?: AnyDocument; readonly problems: readonly Problem[]; readonly uses: readonly ProfileUse[] };
  form(): DocumentForm;
  jsonSchema(options?: { readonly id?: string }): PlainObject;
}

const KEEP: UnknownFieldPolicy = { unknownFields: 'keep' };
const REFUSE: UnknownFieldPolicy = { unknownFields: 'refuse' };

/** Makes a model that knows exactly the component types, traits and job types of `registry`. */
export function createModel<const R extends ModelRegistry>(registry: R): Model<R> {
  const shapes = new Shapes();
  const components = new ComponentSchemas(registry);
  const steps = new StepSchemas(registry.jobTypes);
  const form = () => documentForm(registry, { components, steps });
  const printer = new DocumentPrinter(components, steps);

  function read(input: unknown, unknown: UnknownFieldPolicy, text?: SourceText): ParseResult<R> {
    const { candidate, problems } = parseDocument(input, { registry, shapes, components, steps, unknown }, text);
    if (!isAccepted<R>(candidate, problems)) return { problems: problems.toArray() };
    return { document: candidate, problems: problems.toArray() };
  }

  function parseProfile(kind: string, input: unknown, options: ReadingOptions = {}): ProfileParseResult {
    const problems = new ProblemList();
    const { report } = problems;
    const schema = Object.values(registry.traits).find((trait) => trait.profile?.kind === kind)?.profile?.schema;
    if (schema === undefined) {
      report({ path: [], code: 'UNKNOWN_PROFILE', message: componentMessages.profileKindUnknown({ kind }) });
      return { problems: problems.toArray() };
    }
    const canonical = new Canonicaliser({
      shapes,
      report,
      trace: new SourceTrace(),
      keep: () => undefined,
      unknownSeverity: () => (options.unknownFields === 'refuse' ? 'error' : 'warning'),
    }).run(schema, input);
    const profile = validate(schema, canonical, { at: [], report });
    return { ...(profile === undefined || problems.hasErrors ? {} : { profile }), problems: problems.toArray() };
  }

  function resolveProfiles(document: AnyDocument, profiles: Profiles): ProfileResolution<R> {
    const problems = new ProblemList();
    const uses = new Map<string, ProfileUse>();
    const used = (use: ProfileUse): void => {
      uses.set(`${use.kind}/${use.name}`, use);
    };
    const candidate = withProfiles(document, { registry, profiles, report: problems.report, used });
    const result = problems.hasErrors ? { problems: problems.toArray() } : read(candidate, KEEP);
    return { ...result, uses: [...uses.values()] };
  }

  return {
    parseProfile,
    resolveProfiles,
    parse: (input, options) => read(input, { ...KEEP, ...options }),
    parseText: (text, { fileName, ...options } = {}) => {
      const result = readText(text);
      const value = result.kind === 'read' ? result.source.value : undefined;
      const foreign = detectForeignDocument(text, value, fileName);
      if (foreign !== undefined) {
        return { problems: [toProblem({ path: [], code: 'FOREIGN_DOCUMENT', ...foreign })] };
      }
      if (result.kind === 'read') return read(result.source.value, { ...REFUSE, ...options }, result.source);
      return {
        problems: result.faults.map(({ code, message, fix, position, excerpt }) =>
          toProblem({ path: [], code, message, fix }, { position, excerpt }),
        ),
      };
    },
    checkChanges: (previous, next) => {
      const problems = new ProblemList();
      checkChanges(previous, next, { registry, report: problems.report });
      return problems.toArray();
    },
    printDocument: (document, { format = 'yaml' } = {}) => printer.text(document, format),
    form,
    jsonSchema: (options = {}) => documentJsonSchema({ ...options, registry, components, steps, form: form() }),
  };
}

/** Every part was accepted by the schema the static type is made from, so without errors the whole has that type. */
function isAccepted<R extends ModelRegistry>(candidate: unknown, problems: ProblemList): candidate is AppDocument<R> {
  return isRecord(candidate) && !problems.hasErrors;
}
