import { once } from '@kubemin/base';
import { type ApiDescription, describeApi } from '@kubemin/client';
import type { DocumentReader } from '@kubemin/model';

/** Describes the API with the documents this server reads. */
export class DescriptionService {
  readonly #description: () => ApiDescription;

  constructor(model: Pick<DocumentReader, 'jsonSchema'>) {
    this.#description = once(() => describeApi({ document: model.jsonSchema() }));
  }

  /** The description, made when it is asked for first: most servers never are. */
  async describe(): Promise<ApiDescription> {
    return this.#description();
  }
}
