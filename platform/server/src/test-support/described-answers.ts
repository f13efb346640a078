import { API_PREFIX, type ApiDescription } from '@kubemin/client';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** An answer as it went over the wire. */
export interface Answer {
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

/** Tells whether answers are as the API description says. */
export class DescribedAnswers {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  readonly #operations: readonly Operation[];
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(description: ApiDescription) {
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(description, 'api');
    this.#operations = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { responses, security }]) => ({
        pattern: patternOf(path, Array.isArray(security)),
        method: method.toUpperCase(),
        pointer: `/paths/${escaped(path)}/${method}`,
        responses: typeof responses === 'object' && responses !== null ? responses : {},
      })),
    );
  }

  /** What is wrong with an answer, or undefined when it is as described. */
  fault(answer: Answer): string | undefined {
    const fault = this.#faultOf(answer);
    return fault && `${answer.method} ${answer.url} answered ${answer.status}: ${fault}`;
  }

  #faultOf(answer: Answer): string | undefined {
    const path = answer.url.split('?', 1)[0] ?? '';
    const at = this.#operations.filter(({ pattern }) => pattern.test(path));
    // Static paths win over parameters, in the server as here.
    const [operation] = at.filter(({ method }) => method === answer.method).sort(byParameters);
    if (operation === undefined) return this.#undescribed(answer, at.length > 0);
    if (!Object.hasOwn(operation.responses, String(answer.status))) return 'the status is not described';
    const tagged = this.#validator(`${operation.pointer}/responses/${answer.status}/headers/ETag/schema`) !== undefined;
    if (tagged !== (answer.etag !== undefined)) return tagged ? 'the ETag is missing' : 'the ETag is not described';
    if (answer.status === 204) return answer.body === '' ? undefined : 'a 204 has no body';
    const mediaType = answer.contentType.split(';', 1)[0] ?? '';
    const media = `${operation.pointer}/responses/${answer.status}/content/${escaped(mediaType)}`;
    if (mediaType === 'text/event-stream') return this.#events(answer.body, `${media}/x-kubemin-event`);
    if (mediaType === 'application/json') return this.#json(answer.body, `${media}/schema`);
    return this.#validator(`${media}/schema`) === undefined ? `${mediaType} is not described` : undefined;
  }

  /** Nothing is at such a path, or not with this method; what browsers ask beforehand, and pages, are no part of the API. */
  #undescribed(answer: Answer, pathExists: boolean): string | undefined {
    if (answer.method === 'OPTIONS') return undefined;
    if (!answer.url.startsWith('/api/') && !answer.contentType.startsWith('application/json')) return undefined;
    const status = pathExists ? 405 : 404;
    if (answer.status !== status && answer.status !== 400) return 'this operation is not described';
    return this.#json(answer.body, '/components/schemas/ErrorBody');
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

function patternOf(path: string, isPublic: boolean): RegExp {
  const prefix = isPublic ? `(?:${API_PREFIX})?` : API_PREFIX;
  return new RegExp(`^${prefix}${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

function byParameters(one: Operation, other: Operation): number {
  return one.pointer.split('{').length - other.pointer.split('{').length;
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
