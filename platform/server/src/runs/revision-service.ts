import type { Vault } from '@kubemin/base';
import { encodeTexts, type RevisionDetail, type RevisionDiff, routes } from '@kubemin/client';
import type { Engine } from '@kubemin/engine';
import { type DocumentReader, maskDocument, Redactor, secretValues } from '@kubemin/model';
import { diffDocuments } from '@kubemin/render';
import type { SqlDatabase } from '@kubemin/sql';
import { bindJson, revisionNotFound, type ServerTables } from '../api/index.ts';
import {
  type ApplicationService,
  describeRevisionChanges,
  documentChanges,
  RevisionRows,
  revisionView,
} from '../applications/index.ts';
import { withPlanErrors } from './plan/plan-service.ts';
import { nameView, redactValue } from './plan/plan-view.ts';

export interface RevisionServiceOptions {
  readonly database: SqlDatabase<ServerTables>;
  readonly vault: Vault;
  readonly engine: Pick<Engine, 'render'>;
  readonly model: Pick<DocumentReader, 'printDocument'>;
  readonly applications: ApplicationService;
}

/** Single revisions of applications: their content, and their differences. */
export class RevisionService {
  readonly #options: RevisionServiceOptions;

  constructor(options: RevisionServiceOptions) {
    this.#options = options;
  }

  async get(appId: string, revision: number, as?: RevisionDetail['format']): Promise<RevisionDetail> {
    const { database, vault, model, applications } = this.#options;
    const application = await applications.require(appId);
    const row = await new RevisionRows(database.query, vault).row(appId, revision);
    if (row === undefined) throw revisionNotFound(application, revision);
    const { document: stored } = await applications.snapshot(appId, revision);
    const document = maskDocument(stored);
    const format = as ?? row.source_format;
    return {
      ...revisionView(row, application.revision),
      document: { ...document },
      text: model.printDocument(document, { format }),
      format,
    };
  }

  async diff(appId: string, from: number, to: number): Promise<RevisionDiff> {
    const { engine, applications } = this.#options;
    const [previous, next] = [await applications.snapshot(appId, from), await applications.snapshot(appId, to)];
    const document = documentChanges(previous.document, next.document);
    const redactor = new Redactor(secretValues(previous.document, next.document));
    const changes = await withPlanErrors(() =>
      diffDocuments({
        renderer: {
          render: (each, identity) =>
            engine.render({ ...identity, document: each, componentIds: identity.componentIds ?? {} }),
        },
        identity: { appId, componentIds: { ...previous.componentIds, ...next.componentIds } },
        previous: previous.document,
        next: next.document,
      }),
    );
    const objects = changes
      .filter(({ change }) => change !== 'unchanged')
      .map(({ change, component, object, fields, immutable }) => ({
        action: change,
        component,
        object: nameView(object),
        fields: redactValue(fields, redactor),
        immutable,
      }));
    const lines = describeRevisionChanges(previous.document, next.document, document);
    const texts = encodeTexts(Object.fromEntries(lines.map((line, index) => [`words.${index}`, line])));
    return { from, to, words: lines.map(({ message }) => message), ...texts, document, objects };
  }
}

/** The routes that look at single revisions. */
export function revisionHandlers(revisions: RevisionService) {
  return {
    getRevision: bindJson(routes.getRevision, ({ params, query }) =>
      revisions.get(params.appId, params.revision, query.format),
    ),
    diffRevisions: bindJson(routes.diffRevisions, ({ params }) =>
      revisions.diff(params.appId, params.revision, params.other),
    ),
  };
}
