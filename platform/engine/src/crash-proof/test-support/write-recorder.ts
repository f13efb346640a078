import { systemClock } from '@kubemin/base';
import { type ApiHandler, type ApiRequest, isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import type { SeededRandom } from '@kubemin/testing';
import type { RecordedWrite } from './recorded-write.ts';

/** The key under which every object of a run holds the run's mark. */
export const RUN_MARK = 'run';

/** Writes to the cluster are delayed by up to this long, which reveals code that assumes that they are quick. */
const SLOWEST_MS = 25;

/** A write that has come in and is not done yet. */
export interface Arrival {
  readonly by: string;
  readonly run: string | undefined;
}

/** Stands before an API server and keeps every change that it lets through, in order. */
export class WriteRecorder {
  readonly writes: RecordedWrite[] = [];
  /** Called while a write is under way, the worst moment for anything to happen; the write goes on when it resolves. */
  onArrival: (arrival: Arrival) => Promise<void> = () => Promise.resolve();
  readonly #random: SeededRandom;
  readonly #versions = new Map<string, string>();

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  readonly around =
    (handler: ApiHandler): ApiHandler =>
    async (request) => {
      const reading = request.method === 'GET';
      if (!reading) {
        const body = requestBody(request);
        await this.onArrival({ by: userAgent(request), run: body && runMark(body, pathKind(request.path)) });
        await systemClock.sleep(this.#random.below(SLOWEST_MS));
      }
      const response = await handler(request);
      if (reading || response.kind !== 'object' || response.status >= 300) return response;
      // Responses of the API server are JSON by contract; the check is for the compiler.
      const object = toJsonObject(response.object);
      if (object !== undefined) this.#keep(request, object);
      return response;
    };

  #keep(request: ApiRequest, object: JsonObject): void {
    const deleted = request.method === 'DELETE';
    const metadata = objectField(object, 'metadata');
    const name = `${pathKind(request.path)}/${metadata.name ?? objectField(object, 'details').name}`;
    const version = String(metadata.resourceVersion);
    const changed = deleted || this.#versions.get(name) !== version;
    this.#versions.set(name, version);
    this.writes.push({
      at: Date.now(),
      by: userAgent(request),
      verb: deleted ? 'delete' : 'write',
      object: name,
      run: deleted ? undefined : runMark(object, pathKind(request.path)),
      content: JSON.stringify(object.data ?? null),
      changed,
    });
  }
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['configmaps', 'ConfigMap'],
  ['secrets', 'Secret'],
]);

/** `/api/v1/namespaces/default/configmaps[/name]` → ConfigMap. */
function pathKind(path: string): string {
  const resource = path.split('/')[5] ?? '';
  return KINDS.get(resource) ?? resource;
}

function userAgent({ headers }: ApiRequest): string {
  return headers['user-agent'] ?? '';
}

function requestBody({ body }: ApiRequest): JsonObject | undefined {
  if (body?.kind !== 'bytes' || body.bytes.length === 0) return undefined;
  return toJsonObject(JSON.parse(new TextDecoder().decode(body.bytes)));
}

function runMark(object: JsonObject, kind: string): string | undefined {
  const mark = objectField(object, 'data')[RUN_MARK];
  if (typeof mark !== 'string') return undefined;
  return kind === 'Secret' ? Buffer.from(mark, 'base64').toString() : mark;
}

function objectField(object: JsonObject, key: string): JsonObject {
  const part = object[key];
  return part !== undefined && isJsonObject(part) ? part : {};
}

function toJsonObject(value: unknown): JsonObject | undefined {
  const copy: JsonValue = JSON.parse(JSON.stringify(value));
  return isJsonObject(copy) ? copy : undefined;
}
