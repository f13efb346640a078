import type { SeededRandom } from '@kubemin/testing';
import { type ApiConnection, isBroken } from './api-connection.ts';
import { ObjectHistory } from './object-history.ts';
import { KINDS, STAMP } from './written-kind.ts';

/** Objects per writer: few, so that they are created, changed and deleted again and again. */
const OBJECTS = 12;

/** A client that writes objects of its own, one after another, each after the response to the previous one. */
export class Writer {
  readonly objects: readonly [ObjectHistory, ...ObjectHistory[]];
  readonly #random: SeededRandom;
  #stamp = 0;

  constructor(id: number, random: SeededRandom) {
    this.#random = random;
    const [first, ...others] = Array.from({ length: OBJECTS }, (_, index) => {
      const kind = KINDS[index % KINDS.length] ?? KINDS[0];
      return new ObjectHistory(kind, `writer-${id}-${index}`);
    });
    if (first === undefined) throw new Error('a writer without objects');
    this.objects = [first, ...others];
  }

  /** Writes until the connection breaks; throws when the server refuses what it should take. */
  async write(connection: ApiConnection, onAcknowledged: () => void): Promise<void> {
    for (;;) {
      const object = this.#random.pick(this.objects);
      let refusal: Error | undefined;
      try {
        refusal = await this.#step(connection, object);
      } catch (error) {
        if (isBroken(error)) return;
        throw error;
      }
      if (refusal !== undefined) throw refusal;
      onAcknowledged();
    }
  }

  async #step(connection: ApiConnection, object: ObjectHistory): Promise<Error | undefined> {
    this.#stamp += 1;
    const stamp = this.#stamp;
    const { kind, name, path, current } = object;
    const made = kind.make(name, stamp);
    if (current === undefined) {
      object.try({ type: 'ADDED', stamp, outcome: made });
      return settle(object, await connection.send('POST', kind.path, made), 201);
    }
    const dice = this.#random.next();
    if (dice < 0.2) {
      object.try({ type: 'DELETED', stamp, outcome: undefined });
      return settle(object, await connection.send('DELETE', path), 200);
    }
    if (dice < 0.5) {
      const patch = { metadata: { annotations: { [STAMP]: String(stamp) } } };
      object.try({ type: 'MODIFIED', stamp, outcome: { ...current, ...patch } });
      return settle(object, await connection.send('PATCH', path, patch), 200);
    }
    const { resourceVersion } = current.metadata;
    object.try({ type: 'MODIFIED', stamp, outcome: made });
    const body = { ...made, metadata: { ...Object(made.metadata), resourceVersion } };
    return settle(object, await connection.send('PUT', path, body), 200);
  }
}

function settle(
  object: ObjectHistory,
  { status, body }: Awaited<ReturnType<ApiConnection['send']>>,
  wanted: number,
): Error | undefined {
  if (status !== wanted) return new Error(`${object.path}: ${status} instead of ${wanted}: ${JSON.stringify(body)}`);
  object.acknowledge(object.attempt?.type === 'DELETED' ? undefined : body);
  return undefined;
}
