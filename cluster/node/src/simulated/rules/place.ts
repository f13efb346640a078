import { closestName, listFirst } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import { ruleMessages } from '../../messages/index.ts';

/** Something that is wrong with a set of rules. */
export interface RuleProblem {
  /** Where: `rules[0].start.delay`. */
  readonly path: string;
  /** What is expected there. */
  readonly message: Message;
}

/** Parses the value at a place; undefined, with a problem reported to the place, when it cannot. */
export type ValueReader<T> = (value: unknown, place: Place) => T | undefined;

/** A place in a set of rules. All places of a set share the list of what is wrong with it. */
export class Place {
  readonly path: string;
  readonly #problems: RuleProblem[];

  constructor(path: string, problems: RuleProblem[]) {
    this.path = path;
    this.#problems = problems;
  }

  at(key: string | number): Place {
    const step =
      typeof key === 'number'
        ? `[${key}]`
        : /^[\w-]+$/.test(key)
          ? `.${key}`
          : `[${JSON.stringify(key.slice(0, 100))}]`;
    return new Place(`${this.path}${step}`.replace(/^\./, ''), this.#problems);
  }

  fault(message: Message): undefined {
    this.#problems.push({ path: this.path, message });
  }

  mustBe(expected: Message, value: unknown): undefined {
    this.fault(ruleMessages.mustBe({ expected, value: formatValue(value) }));
  }

  /** Nothing can be read here unless there is a record. */
  record(value: unknown): Fields | undefined {
    return isJsonObject(value) ? new Fields(value, this) : this.mustBe(ruleMessages.fields, value);
  }
}

/** The fields of a record, each read once; fields that were not read are problems. */
export class Fields {
  readonly #record: JsonObject;
  readonly #place: Place;
  readonly #asked = new Set<string>();

  constructor(record: JsonObject, place: Place) {
    this.#record = record;
    this.#place = place;
  }

  read<T>(key: string, reading: ValueReader<T>): T | undefined {
    this.#asked.add(key);
    return Object.hasOwn(this.#record, key) ? reading(this.#record[key], this.#place.at(key)) : undefined;
  }

  require<T>(key: string, reading: ValueReader<T>): T | undefined {
    if (!Object.hasOwn(this.#record, key)) this.#place.at(key).fault(ruleMessages.missing);
    return this.read(key, reading);
  }

  /** Called when all known fields have been read. */
  end(): void {
    for (const key of Object.keys(this.#record)) {
      if (this.#asked.has(key)) continue;
      const meant = closestName(key, this.#asked);
      const message =
        meant === undefined
          ? ruleMessages.unknownField({ names: listFirst(this.#asked) })
          : ruleMessages.misspelt({ name: meant });
      this.#place.at(key).fault(message);
    }
  }
}

/** A value as a message can show it. */
export function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
