import { deepFreeze, isJsonObject, type JsonObject, type KubeObject } from '@kubemin/kubeapi';
import type { ObjectConversion } from '../../registry/index.ts';
import type { StructuralSchema } from '../schema/structural-schema.ts';
import { fillObjectDefaults } from '../values/fill-defaults.ts';
import { pruneObject } from '../values/prune.ts';

export interface VersionConversionOptions {
  readonly schema: StructuralSchema;
  /** Of the version that is shown. */
  readonly apiVersion: string;
  /** Of the version that is stored. */
  readonly storedApiVersion: string;
}

/**
 * The conversion strategy None: versions differ in their apiVersion, and in what their schemas prune and default. Objects
 * stored under an older schema are shown as the present one has them.
 */
export class VersionConversion implements ObjectConversion {
  readonly #options: VersionConversionOptions;
  readonly #shown = new WeakMap<KubeObject, KubeObject>();

  constructor(options: VersionConversionOptions) {
    this.#options = options;
  }

  fromStorage(object: KubeObject): KubeObject {
    const known = this.#shown.get(object);
    if (known !== undefined) return known;
    const shown = this.#show(object);
    this.#shown.set(object, shown);
    return shown;
  }

  toStorage(object: KubeObject): KubeObject {
    const apiVersion = this.#options.storedApiVersion;
    return object.apiVersion === apiVersion ? object : { ...object, apiVersion };
  }

  #show(object: KubeObject): KubeObject {
    const { schema, apiVersion } = this.#options;
    const { kind, metadata } = object;
    const stored: JsonObject = isJsonObject(object) ? object : {};
    const normal = fillObjectDefaults(schema, pruneObject(schema, stored).value);
    if (normal === stored && stored.apiVersion === apiVersion) return object;
    return deepFreeze({ ...normal, apiVersion, kind, metadata });
  }
}
