import { schemaRoutes } from '@kubemin/client';
import type { DocumentReader } from '@kubemin/model';
import { bindJson } from '../http/bound-route.ts';

/** The routes that say what documents may say; the answers never change while the server runs. */
export function schemaHandlers(model: Pick<DocumentReader, 'jsonSchema' | 'form'>) {
  return {
    applicationSchema: bindJson(schemaRoutes.applicationSchema, async () => ({ ...model.jsonSchema() })),
    applicationForm: bindJson(schemaRoutes.applicationForm, async () => ({ ...model.form() })),
  };
}
