import type { Vault } from '@kubemin/base';
import type { Problem } from '@kubemin/client';
import type { DocumentReader } from '@kubemin/model';
import { resolveTemplates } from '@kubemin/render';
import type { Kysely } from '@kubemin/sql';
import type { DocumentReading, ProjectSet, ServerTables } from '../api/index.ts';
import { storedTemplates } from './stored-templates.ts';

/** Puts the components of stored templates into documents that name them, and checks what comes of it. */
export class TemplateResolver {
  readonly #query: Kysely<ServerTables>;
  readonly #vault: Vault;
  readonly #model: Pick<DocumentReader, 'parse'>;

  constructor(options: {
    readonly query: Kysely<ServerTables>;
    readonly vault: Vault;
    readonly model: Pick<DocumentReader, 'parse'>;
  }) {
    this.#query = options.query;
    this.#vault = options.vault;
    this.#model = options.model;
  }

  /** Resolves the whole document with templates of `projects`: every problem is reported where its author can fix it. */
  async resolve(reading: DocumentReading, projects: ProjectSet): Promise<DocumentReading> {
    const { document, warnings } = reading;
    if (document?.templates === undefined) return reading;
    const stored = { query: this.#query, vault: this.#vault };
    const { found, problems: templateProblems } = await storedTemplates(stored, document, projects);
    const resolution = resolveTemplates(document, (id) => found.get(id));
    const findings = [...templateProblems, ...resolution.problems];
    if (resolution.document === undefined || templateProblems.length > 0) {
      return { ...reading, document: undefined, errors: findings.filter(isError) };
    }
    const inSource = (problem: Problem) => placed(problem, resolution.origins);
    const whole = this.#model.parse(resolution.document);
    const all = distinct([...warnings, ...findings, ...whole.problems.map(inSource)]);
    return {
      document: whole.document,
      errors: all.filter(isError),
      warnings: all.filter((problem) => !isError(problem)),
      inSource,
    };
  }
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

/** A problem of a component as one of the entry that the component comes from. */
function placed(problem: Problem, origins: readonly number[]): Problem {
  const path = problem.path.replace(/^component\[(\d+)\]/, (whole, index: string) => {
    const origin = origins[Number(index)];
    return origin === undefined ? whole : `component[${origin}]`;
  });
  return { ...problem, path };
}

/** Each problem once, as it was reported first: then it has its place in the text. */
function distinct(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Map<string, Problem>();
  for (const problem of problems) {
    const key = JSON.stringify([problem.path, problem.code, problem.message]);
    if (!seen.has(key)) seen.set(key, problem);
  }
  return [...seen.values()];
}
