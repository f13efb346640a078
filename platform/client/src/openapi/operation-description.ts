import {
  type Access,
  acceptsIdempotencyKey,
  type BodyEncoding,
  type ErrorName,
  mayChange,
  paramNames,
  type ResponseEncoding,
  type Route,
  type Subject,
} from '../contract/index.ts';
import { errorResponses } from './error-responses.ts';
import type { JsonObject } from './json-schema.ts';
import type { SchemaComponents } from './schema-components.ts';

/** What the operations of one description share. */
export interface DescriptionParts {
  readonly shelf: SchemaComponents;
  /** References to the schema of application documents and to that of errors. */
  readonly document: JsonObject;
  readonly errorBody: JsonObject;
}

/** A route as an operation of the API description; `name` is its name in the contract. */
export function operationDescription(name: string, route: Route, parts: DescriptionParts): JsonObject {
  const body = requestBody(name, route, parts);
  return {
    operationId: name,
    tags: [routeTag(route)],
    summary: route.summary,
    description: [accessWords(route), ...(route.effect === 'none' ? [NO_EFFECT] : [])].join(' '),
    ...(route.access === 'public' && { security: [] }),
    'x-kubemin-access': { access: route.access, subject: route.subject },
    'x-kubemin-effect': mayChange(route) ? 'change' : 'none',
    parameters: parameters(route, parts),
    ...(body && { requestBody: body }),
    responses: {
      ...successes[route.response.encoding](name, route, parts),
      ...errorResponses(routeErrors(route), parts.errorBody),
    },
  };
}

/** The group a route belongs to: the noun its path begins with, or the platform itself. */
export function routeTag(route: Pick<Route, 'path' | 'access'>): string {
  const noun = route.path.split('/')[1] ?? '';
  return route.access === 'public' ? 'platform' : noun;
}

function parameters(route: Route, { shelf }: DescriptionParts): readonly JsonObject[] {
  const params = shelf.fields(route.params);
  const query = shelf.fields(route.query);
  return [
    ...paramNames(route.path).map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: params.properties[name] ?? {},
    })),
    ...Object.entries(query.properties).map(([name, schema]) => ({
      name,
      in: 'query',
      ...(query.required.includes(name) && { required: true }),
      schema,
    })),
    ...headers(route),
  ];
}

function headers(route: Route): readonly JsonObject[] {
  const { response, errors } = route;
  const wanted = [
    [
      response.encoding === 'events',
      'Last-Event-ID',
      'The id of the last event that was seen: the stream goes on after it.',
    ],
    [
      errors.includes('REVISION_CONFLICT'),
      'If-Match',
      'The revision the request was made for, as in the `ETag` of the application; refused when the current one differs.',
    ],
    [
      acceptsIdempotencyKey(route),
      'Idempotency-Key',
      'Names the request: sent again with the same name, it gets the same response and is not executed again.',
    ],
  ] as const;
  return wanted
    .filter(([applies]) => applies)
    .map(([, name, words]) => ({ name, in: 'header', description: words, schema: { type: 'string' } }));
}

function requestBody(name: string, route: Route, { shelf, document }: DescriptionParts): JsonObject | undefined {
  if (route.body.encoding === 'none') return undefined;
  if (route.body.encoding === 'document') {
    return {
      required: true,
      description:
        'An application document as its author wrote it. The schema gives the canonical spelling; the other spellings ' +
        'that documents may use are accepted too. Any other content type is read as JSON.',
      content: { 'application/json': { schema: document }, 'application/yaml': { schema: document } },
    };
  }
  const schema = shelf.place(route.body.schema, { name: `${pascal(name)}Request`, io: 'input' });
  return {
    required: !route.body.schema.safeParse(undefined).success,
    description: 'Keys may also be written in snake_case or kebab-case. Unknown keys are rejected with their path.',
    content: { 'application/json': { schema } },
  };
}

const ETag: JsonObject = {
  description: 'The revision of the application, in quotes: the value for `If-Match` of a change that is based on it.',
  required: true,
  schema: { type: 'string', examples: ['"3"'] },
};

type Successes = (name: string, route: Route, parts: DescriptionParts) => JsonObject;

const successes: Readonly<Record<ResponseEncoding, Successes>> = {
  json: (name, route, { shelf }) => {
    const schema = shelf.place(route.response.schema, { name: `${pascal(name)}Response`, io: 'output' });
    const headers = route.response.etag && { headers: { ETag } };
    const content = { 'application/json': { schema } };
    const { accepted } = route.response;
    return {
      '200': { description: 'Success.', ...headers, content },
      ...(accepted !== undefined && { '202': { description: accepted, ...headers, content } }),
    };
  },
  text: () => ({ '200': { description: 'Success.', content: { 'text/plain': { schema: { type: 'string' } } } } }),
  events: (name, route, { shelf }) => {
    const event = shelf.place(route.response.schema, { name: `${pascal(name)}Event`, io: 'output' });
    const stream = { schema: { type: 'string' }, 'x-kubemin-event': event };
    return {
      '200': {
        description:
          'A stream of server-sent events. The data of each is one JSON value, described by `x-kubemin-event`; its id ' +
          'is what `Last-Event-ID` takes.',
        content: { 'text/event-stream': stream },
      },
      '101': {
        description:
          'With `Upgrade: websocket`: a WebSocket (protocol `v1.events.kubemin.io`) of text messages `{"id","event","data"}`. It is closed ' +
          'with 1000 when nothing follows.',
      },
      '204': { description: 'Nothing follows and nothing ever will: do not come back.' },
    };
  },
  socket: () => ({ '101': { description: 'A WebSocket; the summary names its protocol.' } }),
};

const WHERE: Readonly<Record<Subject, string>> = {
  platform: 'on the whole platform',
  application: 'in the project of the application',
  task: 'in the project of the run',
  projects: 'in the projects it is about: those the caller may not see are as if they were not there',
};

const NO_EFFECT = 'Changes nothing, so that it is not audited and takes no `Idempotency-Key`.';

function accessWords({ access, subject }: { readonly access: Access; readonly subject: Subject }): string {
  if (access === 'public') return 'Needs no token. Also served at the root of the server.';
  return `Needs a token that allows \`${access}\` ${WHERE[subject]}.`;
}

function pascal(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

const EVERYWHERE: readonly ErrorName[] = ['BAD_REQUEST', 'REQUEST_TIMEOUT', 'INTERNAL', 'UNAVAILABLE'];
const BEHIND_A_TOKEN: readonly ErrorName[] = ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED'];
const UNDER_A_KEY: readonly ErrorName[] = ['IDEMPOTENCY_KEY_REUSED', 'REQUEST_IN_PROGRESS'];
const OVER_A_SOCKET: readonly ErrorName[] = ['UPGRADE_REQUIRED', 'ORIGIN_REFUSED'];
const WITH_BODY: Readonly<Record<BodyEncoding, readonly ErrorName[]>> = {
  none: [],
  json: ['BODY_TOO_LARGE', 'BODY_UNREADABLE'],
  document: ['BODY_TOO_LARGE', 'BODY_UNREADABLE'],
};

/** Every error a route may return: its own, and those that come with its method, its access and its body. */
export function routeErrors(
  route: Pick<Route, 'method' | 'effect' | 'access' | 'body' | 'response' | 'errors'>,
): readonly ErrorName[] {
  const { encoding, invalid } = route.body;
  return [
    ...new Set([
      ...EVERYWHERE,
      ...(route.access === 'public' ? [] : BEHIND_A_TOKEN),
      ...(acceptsIdempotencyKey(route) ? UNDER_A_KEY : []),
      ...(route.response.encoding === 'socket' ? OVER_A_SOCKET : []),
      ...WITH_BODY[encoding],
      ...(encoding === 'none' ? [] : [invalid]),
      ...route.errors,
    ]),
  ];
}
