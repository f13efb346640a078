import { once } from '@kubemin/base';
import { schemaRoutes } from '@kubemin/client';
import type { DocumentReader } from '@kubemin/model';
import { bindJson } from '../http/bound-route.ts';

/** The routes that say what documents may say; the answers never change while the server runs, and take long to make. */
export function schemaHandlers(model: Pick<DocumentReader, 'jsonSchema' | 'form'>) {
  const schema = once(() => model.jsonSchema());
  const form = once(() => model.form());
  return {
    applicationSchema: bindJson(schemaRoutes.applicationSchema, async () => ({ ...schema() })),
    applicationForm: bindJson(schemaRoutes.applicationForm, async () => ({ ...form() })),
  };
}
