import { API_PREFIX, type ApiDescription } from '@kubemin/client';
import { contractWords, type ShapeWords } from './contract-words.ts';
import { isJson, type Json, typeWords } from './schema-words.ts';

const INTRO = `What the server answers over HTTP, as it describes itself at \`${API_PREFIX}/openapi.json\` (OpenAPI 3.1).

Paths are below \`${API_PREFIX}\`. Requests carry \`Authorization: Bearer <token>\`, unless they are said to need none. JSON is camelCase;
keys of requests may also be written in snake_case or kebab-case. An answer that is no success is an [ErrorBody](#errorbody): match on
\`error\`, show \`message\`, list \`problems\`. Beyond the errors that are listed with an operation, every one may answer \`BAD_REQUEST\`,
\`REQUEST_TIMEOUT\`, \`INTERNAL\` and \`UNAVAILABLE\`; those that need a token \`UNAUTHENTICATED\`, \`FORBIDDEN\` and \`RATE_LIMITED\`.

This page is made by \`npm run generate\` from the contract in \`platform/client\`.
`;

const EVERYWHERE = [
  'BAD_REQUEST',
  'REQUEST_TIMEOUT',
  'INTERNAL',
  'UNAVAILABLE',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'RATE_LIMITED',
];

/** The reference of the REST API: operations by noun, then the shapes they take and give. */
export function restPage(description: ApiDescription): string {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = description.tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => Array.isArray(operation.tags) && operation.tags.includes(name));
    return `## ${name}\n\n${own.map(operationText).join('\n')}`;
  });
  const words = contractWords();
  const shapes = Object.entries(description.components.schemas ?? {})
    .filter(([name]) => !name.startsWith('ApplicationDocument'))
    .map(([name, schema]) => shapeText(name, isJson(schema) ? schema : {}, words.get(name)));
  return `# The REST API\n\n${INTRO}\n${groups.join('\n')}\n## Shapes\n\n${shapes.join('\n')}`;
}

interface Listed {
  readonly path: string;
  readonly method: string;
  readonly operation: Json;
}

function operationText({ path, method, operation }: Listed): string {
  const parameters = Array.isArray(operation.parameters) ? operation.parameters.filter(isJson) : [];
  const shown = parameters.filter((parameter) => parameter.in !== 'path');
  const body = mediaSchema(operation.requestBody);
  const parts = [
    `### ${method} ${path}`,
    `${String(operation.summary)}. ${String(operation.description)}`,
    ...(shown.length === 0 ? [] : [table(['parameter', 'where', 'type', ''], shown.map(parameterRow))]),
    ...(body === undefined ? [] : [`Takes ${typeWords(body)}.`]),
    answerText(operation),
    errorsText(operation),
    `\`\`\`sh\n${curl(path, method, operation)}\n\`\`\``,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function parameterRow(parameter: Json): readonly string[] {
  const schema = isJson(parameter.schema) ? parameter.schema : {};
  const standard = schema.default === undefined ? '' : `default \`${String(schema.default)}\``;
  const words = [standard, String(parameter.description ?? '')].filter((each) => each !== '').join('; ');
  return [`\`${String(parameter.name)}\``, String(parameter.in), typeWords(schema), words];
}

function answerText({ responses }: Json): string {
  const success = isJson(responses) ? responses['200'] : undefined;
  const content = isJson(success) && isJson(success.content) ? success.content : {};
  const stream = content['text/event-stream'];
  if (isJson(stream)) return `Answers server-sent events, each with ${typeWords(stream['x-kubemin-event'])}.`;
  const schema = mediaSchema(success);
  const tagged = isJson(success) && isJson(success.headers) && 'ETag' in success.headers;
  const tag = tagged ? ', with its revision as `ETag`' : '';
  return schema === undefined ? 'Answers text.' : `Answers ${typeWords(schema)}${tag}.`;
}

function errorsText({ responses }: Json): string {
  const rows = Object.entries(isJson(responses) ? responses : {}).flatMap(([status, response]) => {
    const media = isJson(response) && isJson(response.content) ? response.content['application/json'] : undefined;
    const names = isJson(media) && isJson(media.examples) ? Object.keys(media.examples) : [];
    return names.filter((name) => !EVERYWHERE.includes(name)).map((name) => `${status} \`${name}\``);
  });
  return rows.length === 0 ? '' : `Errors: ${rows.join(', ')}.`;
}

function curl(path: string, method: string, { security, requestBody }: Json): string {
  const url = `"$KUBEMIN_URL${API_PREFIX}${path.replace(/\{(\w+)\}/g, '<$1>')}"`;
  const token = Array.isArray(security) ? '' : ' -H "Authorization: Bearer $TOKEN"';
  const isDocument = isJson(requestBody) && isJson(requestBody.content) && 'application/yaml' in requestBody.content;
  const data = isDocument ? ' --data-binary @kubemin.json' : requestBody === undefined ? '' : " --json '{…}'";
  return `curl${method === 'GET' ? '' : ` -X ${method}`}${token}${data} ${url}`;
}

function shapeText(name: string, schema: Json, words: ShapeWords | undefined): string {
  const alternatives = [schema.oneOf, schema.anyOf].find((list) => Array.isArray(list));
  const shapes = Array.isArray(alternatives) ? alternatives.filter(isJson) : [schema];
  const tables = shapes.map((shape) => {
    if (!isJson(shape.properties)) return `It is ${typeWords(shape)}.`;
    const required = Array.isArray(shape.required) ? shape.required : [];
    const rows = Object.entries(shape.properties).map(([field, each]) => {
      const given = isJson(each) && typeof each.description === 'string' ? each.description : words?.fields[field];
      return [`\`${field}\``, typeWords(each), required.includes(field) ? '' : 'optional', given ?? ''];
    });
    return table(['field', 'type', '', ''], rows);
  });
  const about = words?.about ?? '';
  return `### ${name}\n\n${about === '' ? '' : `${about}\n\n`}${tables.join('\n\nor\n\n')}\n`;
}

function mediaSchema(part: unknown): unknown {
  const content = isJson(part) ? part.content : undefined;
  const media = isJson(content) ? content['application/json'] : undefined;
  return isJson(media) ? media.schema : undefined;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
