import { API_PREFIX, type ApiDescription } from '@kubemin/client';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A response as it was sent. */
export interface RecordedResponse {
  readonly method: string;
  /** With the query, if there was one. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  /** Absent where there was none. */
  readonly etag?: string | undefined;
  /** As far as it was written. */
  readonly body: string;
}

interface Operation {
  readonly pattern: RegExp;
  readonly method: string;
  /** Where it stands in the description, as a JSON pointer. */
  readonly pointer: string;
  readonly responses: object;
}

/** Checks responses against the API description. */
export class ResponseChecker {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  readonly #operations: readonly Operation[];
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(description: ApiDescription) {
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(description, 'api');
    this.#operations = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { responses, security }]) => ({
        pattern: pathPattern(path, Array.isArray(security)),
        method: method.toUpperCase(),
        pointer: `/paths/${escaped(path)}/${method}`,
        responses: typeof responses === 'object' && responses !== null ? responses : {},
      })),
    );
  }

  /** What is wrong with a response, or undefined when it is as described. */
  fault(response: RecordedResponse): string | undefined {
    const fault = this.#findFault(response);
    return fault && `${response.method} ${response.url} returned ${response.status}: ${fault}`;
  }

  #findFault(response: RecordedResponse): string | undefined {
    const path = response.url.split('?', 1)[0] ?? '';
    const at = this.#operations.filter(({ pattern }) => pattern.test(path));
    // Static paths win over parameters, in the server as here.
    const [operation] = at.filter(({ method }) => method === response.method).sort(byParameters);
    if (operation === undefined) return this.#undescribed(response, at.length > 0);
    if (!Object.hasOwn(operation.responses, String(response.status))) return 'the status is not described';
    const tagged =
      this.#validator(`${operation.pointer}/responses/${response.status}/headers/ETag/schema`) !== undefined;
    if (tagged !== (response.etag !== undefined)) return tagged ? 'the ETag is missing' : 'the ETag is not described';
    if (response.status === 204) return response.body === '' ? undefined : 'a 204 has no body';
    const mediaType = response.contentType.split(';', 1)[0] ?? '';
    const media = `${operation.pointer}/responses/${response.status}/content/${escaped(mediaType)}`;
    if (mediaType === 'text/event-stream') return this.#events(response.body, `${media}/x-kubemin-event`);
    if (mediaType === 'application/json') return this.#json(response.body, `${media}/schema`);
    return this.#validator(`${media}/schema`) === undefined ? `${mediaType} is not described` : undefined;
  }

  /** Nothing is at such a path, or not with this method; what browsers ask beforehand, and pages, are no part of the API. */
  #undescribed(response: RecordedResponse, pathExists: boolean): string | undefined {
    if (response.method === 'OPTIONS') return undefined;
    if (!response.url.startsWith('/api/') && !response.contentType.startsWith('application/json')) return undefined;
    const status = pathExists ? 405 : 404;
    if (response.status !== status && response.status !== 400) return 'this operation is not described';
    return this.#json(response.body, '/components/schemas/ErrorBody');
  }

  #events(body: string, pointer: string): string | undefined {
    const data = body
      .split('\n\n')
      .slice(0, -1)
      .flatMap((event) => /^data: (.*)$/m.exec(event)?.[1] ?? []);
    return data.map((text) => this.#json(text, pointer)).find((fault) => fault !== undefined);
  }

  #json(text: string, pointer: string): string | undefined {
    const validate = this.#validator(pointer);
    if (validate === undefined) return `nothing is described at ${pointer}`;
    if (validate(JSON.parse(text))) return undefined;
    return `${this.#ajv.errorsText(validate.errors)} in ${text.slice(0, 500)}`;
  }

  #validator(pointer: string): ValidateFunction | undefined {
    const known = this.#validators.get(pointer);
    if (known !== undefined) return known;
    const made = this.#ajv.getSchema(`api#${encodeURI(pointer)}`);
    if (made !== undefined) this.#validators.set(pointer, made);
    return made;
  }
}

function pathPattern(path: string, isPublic: boolean): RegExp {
  const prefix = isPublic ? `(?:${API_PREFIX})?` : API_PREFIX;
  return new RegExp(`^${prefix}${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

function byParameters(one: Operation, other: Operation): number {
  return one.pointer.split('{').length - other.pointer.split('{').length;
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
