import { type ApiDescription, describeApi } from '@kubemin/client';
import type { DocumentReader } from '@kubemin/model';

/** Describes the API with the documents this server reads. */
export class DescriptionService {
  readonly #model: Pick<DocumentReader, 'jsonSchema'>;
  #description: ApiDescription | undefined;

  constructor(model: Pick<DocumentReader, 'jsonSchema'>) {
    this.#model = model;
  }

  /** The description, made when it is asked for first: most servers never are. */
  async describe(): Promise<ApiDescription> {
    this.#description ??= describeApi({ document: this.#model.jsonSchema() });
    return this.#description;
  }
}
