import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, type Logger, type Random, randomId, toError } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { isDns1123Label, isDns1123Subdomain, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import { storeEvents } from './accept-events.ts';
import type { TriggerSpec } from './trigger-resource.ts';
import { readSecret } from './trigger-source.ts';
import { TriggerStore } from './trigger-store.ts';

/** Options of the handler. */
export interface HookHandlerOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Handles a request of a webhook; returns false for requests of other paths, which it leaves alone. */
export type HookHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

type WebhookSpec = NonNullable<TriggerSpec['webhook']>;

const PATH = /^\/hooks\/([^/?]+)\/([^/?]+)(?:\?|$)/;
/** The id of a delivery, as GitHub, Gitea, GitLab, CloudEvents and others send it. */
const ID_HEADERS = [
  'x-github-delivery',
  'x-gitea-delivery',
  'x-gitlab-event-uuid',
  'ce-id',
  'x-event-id',
  'idempotency-key',
];
/** Passed on; others may have credentials. */
const PASSED_HEADERS = /^(content-type|user-agent|x-github-event|x-gitlab-event|x-gitea-event|x-event-type|ce-.+)$/;
const MAX_ID_CHARACTERS = 200;
const DEFAULTS: WebhookSpec = { signatureHeader: 'x-hub-signature-256', maxBodyBytes: 1_048_576 };

/**
 * Receives `POST /hooks/<namespace>/<name>` for triggers of the type webhook. 202 means that the event is stored: it is
 * delivered also if this process ends. It needs no leadership: any process with a client may serve it.
 */
export function createHookHandler(options: HookHandlerOptions): HookHandler {
  const store = new TriggerStore(options);
  return (request, response) => {
    const match = PATH.exec(request.url ?? '');
    if (match === null) return false;
    const [, namespace = '', name = ''] = match;
    receive(options, store, { request, namespace, name }).then(
      (reply) => send(response, request, reply),
      (thrown: unknown) => {
        options.logger.warn('a webhook could not be stored', { namespace, name, error: toError(thrown) });
        send(response, request, refuse(503, 'Unavailable', 'the event could not be stored; send it again later', 5));
      },
    );
    return true;
  };
}

interface Reply {
  readonly status: number;
  readonly body: JsonObject;
  readonly retryAfter?: number;
}

interface HookRequest {
  readonly request: IncomingMessage;
  readonly namespace: string;
  readonly name: string;
}

async function receive(
  { client, clock, random }: HookHandlerOptions,
  store: TriggerStore,
  { request, namespace, name }: HookRequest,
): Promise<Reply> {
  if (request.method !== 'POST') return refuse(405, 'MethodNotAllowed', 'send the event with POST');
  const trigger =
    isDns1123Label(namespace) && isDns1123Subdomain(name) ? await store.find(`${namespace}/${name}`) : undefined;
  if (trigger === undefined || trigger.spec.type !== 'webhook' || trigger.metadata.deletionTimestamp !== undefined) {
    return refuse(404, 'NotFound', `there is no webhook ${namespace}/${name}`);
  }
  const webhook = trigger.spec.webhook ?? DEFAULTS;
  const body = await readBody(request, webhook.maxBodyBytes);
  if (body === undefined) {
    return refuse(413, 'TooLarge', `the body is larger than ${webhook.maxBodyBytes} bytes`);
  }
  if (webhook.secret !== undefined) {
    const secret = await readSecret(client, { namespace, ...webhook.secret });
    if (secret === undefined || secret === '') {
      return refuse(503, 'SecretMissing', 'the secret of the webhook is missing', 60);
    }
    if (!isSigned(body, secret, header(request, webhook.signatureHeader))) {
      return refuse(
        401,
        'BadSignature',
        `the header ${webhook.signatureHeader} does not have the signature of the body`,
      );
    }
  }
  if (trigger.spec.paused === true) return refuse(503, 'Paused', 'the trigger is paused', 60);
  const id = eventId(request, webhook) ?? randomId(random);
  const data: JsonObject = { type: 'webhook', headers: passedHeaders(request), body: parseBody(body) };
  const left = await storeEvents({ key: `${namespace}/${name}`, trigger, store, clock }, { events: [{ id, data }] });
  if (left > 0) return refuse(503, 'Backlog', 'too many events wait for their delivery', 5);
  return { status: 202, body: { id } };
}

/** Compares the signature in a time that does not depend on it. */
export function isSigned(body: Uint8Array, secret: string, signature: string | undefined): boolean {
  if (signature === undefined) return false;
  const given = Buffer.from(signature.replace(/^sha256=/, '').trim(), 'hex');
  const expected = createHmac('sha256', secret).update(body).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Undefined when there is more than `limit`; the rest is not read. */
async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > limit) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function eventId(request: IncomingMessage, { idHeader }: WebhookSpec): string | undefined {
  const headers = idHeader === undefined ? ID_HEADERS : [idHeader];
  const found = headers.map((name) => header(request, name)).find((value) => value !== undefined && value !== '');
  return found?.slice(0, MAX_ID_CHARACTERS);
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return typeof value === 'string' ? value : value?.[0];
}

function passedHeaders({ headers }: IncomingMessage): JsonObject {
  const passed = Object.entries(headers).filter(([name]) => PASSED_HEADERS.test(name));
  return Object.fromEntries(passed.map(([name, value]): [string, JsonValue] => [name, String(value)]));
}

/** JSON where it is; the text otherwise. */
function parseBody(body: Buffer): JsonValue {
  const text = body.toString();
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

function refuse(status: number, type: string, message: string, retryAfter?: number): Reply {
  return { status, body: { error: { type, message } }, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

function send(response: ServerResponse, request: IncomingMessage, { status, body, retryAfter }: Reply): void {
  // The rest of a body that was too large is not read: the connection cannot be used again.
  const isComplete = request.complete;
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` }),
    ...(isComplete ? {} : { connection: 'close' }),
  });
  response.end(JSON.stringify(body));
}
