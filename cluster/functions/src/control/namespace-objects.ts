import { type Random, randomString } from '@kubemin/base';
import { controllerReference } from '@kubemin/controller';
import type { KubeClient } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { FunctionObject } from '../resources/index.ts';
import type { FunctionRuntime } from '../runtimes/index.ts';
import { makeProgram, makeTokenSecret, programName, readTokenSecret, TOKEN_SECRET } from './instance-pods.ts';

const TOKEN_LENGTH = 40;
const TOKEN_ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** What pods of functions need in their namespace: the programs of the runtimes, and tokens. Created when it is first asked for. */
export class NamespaceObjects {
  readonly #client: KubeClient;
  readonly #random: Random;
  readonly #tokens = new Map<string, string>();
  readonly #programs = new Set<string>();

  constructor(client: KubeClient, random: Random) {
    this.#client = client;
    this.#random = random;
  }

  /** The token that loads code into the instances of a namespace. */
  async token(namespace: string, signal: AbortSignal): Promise<string> {
    const known = this.#tokens.get(namespace);
    if (known !== undefined) return known;
    const secret = makeTokenSecret(namespace, this.#newToken());
    const token = await this.#ensureSecret(namespace, TOKEN_SECRET, () => secret, signal);
    this.#tokens.set(namespace, token);
    return token;
  }

  /** The token that calls of one function need; its Secret is deleted with the function. */
  async functionToken(owner: FunctionObject, signal: AbortSignal): Promise<string> {
    const { namespace = '', name = '' } = owner.metadata;
    const secretName = `${name}-function-token`;
    const ownerReferences = [controllerReference(owner)];
    const body = makeTokenSecret(namespace, this.#newToken());
    const make = () => ({ ...body, metadata: { ...body.metadata, name: secretName, ownerReferences } });
    return this.#ensureSecret(namespace, secretName, make, signal);
  }

  async ensureProgram(runtime: FunctionRuntime, namespace: string, signal: AbortSignal): Promise<void> {
    const key = `${namespace}/${programName(runtime)}`;
    if (runtime.program === undefined || this.#programs.has(key)) return;
    try {
      await this.#client.resource(core.v1.configmaps, namespace).create(makeProgram(runtime, namespace), { signal });
    } catch (error) {
      if (!isStatusError(error, 'AlreadyExists')) throw error;
    }
    this.#programs.add(key);
  }

  /** Forgets what was seen, as a namespace may have been deleted and made again. */
  forget(namespace: string): void {
    this.#tokens.delete(namespace);
    for (const key of this.#programs) if (key.startsWith(`${namespace}/`)) this.#programs.delete(key);
  }

  async #ensureSecret(
    namespace: string,
    name: string,
    make: () => ReturnType<typeof makeTokenSecret>,
    signal: AbortSignal,
  ): Promise<string> {
    const secrets = this.#client.resource(core.v1.secrets, namespace);
    const found = await secrets.find(name, { signal });
    if (found !== undefined) return readTokenSecret(found);
    try {
      return readTokenSecret(await secrets.create(make(), { signal }));
    } catch (error) {
      if (!isStatusError(error, 'AlreadyExists')) throw error;
      return readTokenSecret(await secrets.get(name, { signal }));
    }
  }

  #newToken(): string {
    return randomString(this.#random, TOKEN_LENGTH, TOKEN_ALPHABET);
  }
}
