import { type Random, toError } from '@kubemin/base';
import {
  asJsonObject,
  deepFreeze,
  internal,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubeObject,
} from '@kubemin/kubeapi';
import type { WebhookClientConfig } from '@kubemin/kubeapi/types/apiextensions.v1';
import type { ObjectConversion, RemoteConversion } from '../../registry/index.ts';
import type { WebhookClient } from '../../webhooks/index.ts';
import type { VersionConversion, VersionConversionOptions } from './version-conversion.ts';

/** What conversions by webhooks need of the server. */
export interface ConversionCaller {
  readonly client: WebhookClient;
  readonly random: Random;
}

/** How one version of a resource is converted. */
export interface WebhookConversionOptions extends VersionConversionOptions {
  /** Completes objects that are in the version already. */
  readonly local: VersionConversion;
  readonly webhooks: ConversionCaller;
  readonly config: WebhookClientConfig;
  readonly conversionReviewVersions: readonly string[];
}

const TIMEOUT_SECONDS = 30;
/** Long lists are converted in parts. */
const MAX_OBJECTS = 500;
const REVIEW_VERSIONS = ['v1', 'v1beta1'];

/**
 * The conversion strategy Webhook. What is in the wanted version already is not sent. Conversions are kept as long as the
 * object that they were made of, so lists and watches of many clients convert an object once.
 */
export class WebhookConversion implements ObjectConversion {
  readonly remote: RemoteConversion;
  readonly #options: WebhookConversionOptions;
  readonly #shown: ConvertedObjects;
  readonly #stored: ConvertedObjects;

  constructor(options: WebhookConversionOptions) {
    this.#options = options;
    this.#shown = new ConvertedObjects(options, options.apiVersion);
    this.#stored = new ConvertedObjects(options, options.storedApiVersion);
    this.remote = {
      prepareFromStorage: (objects) => this.#shown.prepare(objects),
      prepareToStorage: (object) => this.#stored.prepare([object]),
    };
  }

  fromStorage(object: KubeObject): KubeObject {
    return this.#options.local.fromStorage(this.#shown.get(object));
  }

  toStorage(object: KubeObject): KubeObject {
    return this.#stored.get(object);
  }
}

/** Objects in one version, by the objects in other versions that they were made of. */
class ConvertedObjects {
  readonly #options: WebhookConversionOptions;
  readonly #apiVersion: string;
  readonly #converted = new WeakMap<KubeObject, KubeObject>();
  /** Objects that are being converted: the next reader waits for the same call. */
  readonly #pending = new WeakMap<KubeObject, Promise<void>>();

  constructor(options: WebhookConversionOptions, apiVersion: string) {
    this.#options = options;
    this.#apiVersion = apiVersion;
  }

  get(object: KubeObject): KubeObject {
    if (object.apiVersion === this.#apiVersion) return object;
    const converted = this.#converted.get(object);
    if (converted !== undefined) return converted;
    throw internal(new Error(`${object.kind} "${object.metadata.name}" was not converted to ${this.#apiVersion}`));
  }

  async prepare(objects: readonly KubeObject[]): Promise<void> {
    const missing = objects.filter(
      (object) => object.apiVersion !== this.#apiVersion && !this.#converted.has(object) && !this.#pending.has(object),
    );
    for (let at = 0; at < missing.length; at += MAX_OBJECTS) {
      const part = missing.slice(at, at + MAX_OBJECTS);
      const call = this.#convert(part).finally(() => {
        for (const object of part) this.#pending.delete(object);
      });
      for (const object of part) this.#pending.set(object, call);
    }
    await Promise.all(new Set(objects.flatMap((object) => this.#pending.get(object) ?? [])));
  }

  async #convert(objects: readonly KubeObject[]): Promise<void> {
    const [first] = objects;
    const subject = `conversion webhook for ${first?.apiVersion}, Kind=${first?.kind}`;
    let results: readonly JsonValue[];
    try {
      results = await this.#review(objects);
    } catch (error) {
      throw internal(new Error(`${subject} failed: ${toError(error).message}`));
    }
    if (results.length !== objects.length) {
      throw internal(new Error(`${subject} returned ${results.length} objects, expected ${objects.length}`));
    }
    for (const [index, object] of objects.entries()) {
      try {
        this.#converted.set(object, deepFreeze(checkedResult(object, asJsonObject(results[index]), this.#apiVersion)));
      } catch (error) {
        const why = `returned invalid converted object at index ${index}: ${toError(error).message}`;
        throw internal(new Error(`${subject} ${why}`));
      }
    }
  }

  async #review(objects: readonly KubeObject[]): Promise<readonly JsonValue[]> {
    const { webhooks, config, conversionReviewVersions } = this.#options;
    const version = conversionReviewVersions.find((known) => REVIEW_VERSIONS.includes(known));
    if (version === undefined) throw new Error('does not support any recognized conversion review versions');
    const uid = webhooks.random.uuid();
    const apiVersion = `apiextensions.k8s.io/${version}`;
    const request = { uid, desiredAPIVersion: this.#apiVersion, objects };
    const body = { kind: 'ConversionReview', apiVersion, request };
    const review = asJsonObject(await webhooks.client.post({ config, body, timeoutSeconds: TIMEOUT_SECONDS }));
    return readResults(review, { apiVersion, uid });
  }
}

function readResults(
  review: JsonObject,
  expected: { readonly apiVersion: string; readonly uid: string },
): readonly JsonValue[] {
  const { apiVersion, kind, response } = review;
  if (apiVersion !== expected.apiVersion || kind !== 'ConversionReview') {
    throw new Error(
      `expected webhook response of ${expected.apiVersion}, Kind=ConversionReview, got ${String(apiVersion)}, Kind=${String(kind)}`,
    );
  }
  if (!isJsonObject(response)) throw new Error('no response provided');
  if (response.uid !== expected.uid && expected.apiVersion.endsWith('/v1')) {
    throw new Error(`expected response.uid=${JSON.stringify(expected.uid)}, got ${JSON.stringify(response.uid ?? '')}`);
  }
  const { status, message } = asJsonObject(response.result);
  if (status !== 'Success') {
    if (typeof message === 'string' && message !== '') throw new Error(message);
    throw new Error(`response.result.status was ${JSON.stringify(status ?? '')}, not "Success"`);
  }
  return isJsonArray(response.convertedObjects) ? response.convertedObjects : [];
}

/** The object that came back; of its metadata only labels and annotations are the webhook's to change. */
function checkedResult(original: KubeObject, converted: JsonObject, apiVersion: string): KubeObject {
  if (converted.apiVersion !== apiVersion) {
    throw new Error(`invalid groupVersion (expected ${apiVersion}, received ${String(converted.apiVersion ?? '')})`);
  }
  if (converted.kind !== original.kind) {
    throw new Error(`invalid kind (expected ${original.kind}, received ${String(converted.kind ?? '')})`);
  }
  const { metadata } = converted;
  if (metadata === undefined) throw new Error('missing metadata in converted object');
  if (!isJsonObject(metadata)) throw new Error('invalid metadata in converted object');
  for (const field of ['name', 'namespace', 'uid'] as const) {
    const [before, after] = [original.metadata[field] ?? '', metadata[field] ?? ''];
    if (before === after) continue;
    throw new Error(`must have the same ${field === 'uid' ? 'UID' : field}: ${before} != ${String(after)}`);
  }
  const { labels: _labels, annotations: _annotations, ...kept } = original.metadata;
  const [labels, annotations] = [stringMap(metadata, 'labels'), stringMap(metadata, 'annotations')];
  return {
    ...converted,
    apiVersion,
    kind: original.kind,
    metadata: { ...kept, ...(labels && { labels }), ...(annotations && { annotations }) },
  };
}

function stringMap(
  metadata: JsonObject,
  field: 'labels' | 'annotations',
): Readonly<Record<string, string>> | undefined {
  const value = metadata[field];
  if (value === undefined || value === null) return undefined;
  if (!isJsonObject(value)) throw new Error(`invalid metadata.${field} in converted object`);
  return Object.fromEntries(
    Object.entries(value).map(([key, text]) => {
      if (typeof text === 'string') return [key, text];
      throw new Error(`metadata.${field}[${key}] must be a string in converted object`);
    }),
  );
}
