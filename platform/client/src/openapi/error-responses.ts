import { type ErrorName, errorCatalogue } from '../contract/index.ts';
import type { JsonObject } from './json-schema.ts';

/** The error responses of a route: one per HTTP status, with the names it may have, and an example of each. */
export function errorResponses(errors: readonly ErrorName[], errorBody: JsonObject): JsonObject {
  const byStatus = Map.groupBy(errors, (name) => errorCatalogue[name].status);
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      String(status),
      {
        description: names.map(describeError).join('\n\n'),
        ...(Object.hasOwn(HEADERS, status) && { headers: HEADERS[status] }),
        content: {
          'application/json': {
            schema: {
              allOf: [
                errorBody,
                {
                  properties: {
                    error: { enum: names },
                    code: { enum: names.map((name) => errorCatalogue[name].code) },
                  },
                },
              ],
            },
            examples: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }])),
          },
        },
      },
    ]),
  );
}

/** An example of every error. */
export function errorExamples(): JsonObject {
  return Object.fromEntries(
    Object.entries(errorCatalogue).map(([error, { code, meaning }]) => [
      error,
      { summary: meaning.en, value: { code, error, message: meaning.en } },
    ]),
  );
}

const HEADERS: Readonly<Record<number, JsonObject>> = {
  401: {
    'WWW-Authenticate': { description: 'The scheme to use: `Bearer`.', required: true, schema: { type: 'string' } },
  },
  429: { 'Retry-After': { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 1 } } },
};

function describeError(name: ErrorName): string {
  const { code, meaning } = errorCatalogue[name];
  return `\`${name}\` (${code}): ${meaning.en}.`;
}
