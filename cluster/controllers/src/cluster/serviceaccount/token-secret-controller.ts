import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  enqueueMappedKeys,
  type Reconciler,
} from '@kubemin/controller';
import { type Informer, objectKey } from '@kubemin/kube';
import { isJsonObject, isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { ConfigMap, Secret, ServiceAccount } from '@kubemin/kubeapi/types/core.v1';
import { NamespaceIndex } from '../../pod-owner/index.ts';

const TYPE = 'kubernetes.io/service-account-token';
const ACCOUNT_NAME = 'kubernetes.io/service-account.name';
const ACCOUNT_UID = 'kubernetes.io/service-account.uid';
const ROOT_CA = 'kube-root-ca.crt';
/** Such tokens are for clients that cannot renew them: they last practically without limit. */
const TOKEN_SECONDS = 10 * 365 * 24 * 3600;

/** Fills secrets that are to hold the token of a service account, and takes them away with their account. */
export const tokenSecretController: ControllerModule = {
  name: 'token-secret-controller',
  setup(context): Controller {
    const { informers } = context;
    const secrets = informers.informer(core.v1.secrets);
    const accounts = informers.informer(core.v1.serviceaccounts);
    const configMaps = informers.informer(core.v1.configmaps);
    const inNamespace = new NamespaceIndex(secrets);
    const beside = (namespace: string | undefined): readonly string[] =>
      inNamespace.in(namespace).filter(isTokenSecret).map(objectKey);
    const reconciler = new TokenSecretReconciler({ context, secrets, accounts, configMaps });
    const sources = [
      enqueueMappedKeys(secrets, ({ key, object }) => (isTokenSecret(object) ? [key] : [])),
      enqueueMappedKeys(accounts, ({ object }) => beside(object.metadata.namespace)),
      enqueueMappedKeys(configMaps, ({ object: { metadata } }) =>
        metadata.name === ROOT_CA ? beside(metadata.namespace) : [],
      ),
    ];
    return createReconcilerController({ context, reconciler, sources });
  },
};

interface TokenSecretOptions {
  readonly context: ControllerContext;
  readonly secrets: Informer<Secret>;
  readonly accounts: Informer<ServiceAccount>;
  readonly configMaps: Informer<ConfigMap>;
}

class TokenSecretReconciler implements Reconciler {
  readonly #options: TokenSecretOptions;

  constructor(options: TokenSecretOptions) {
    this.#options = options;
  }

  async reconcile(key: string): Promise<undefined> {
    const { context, secrets, accounts, configMaps } = this.#options;
    const secret = secrets.get(key);
    if (secret === undefined || !isTokenSecret(secret) || secret.metadata.deletionTimestamp !== undefined) return;
    const { namespace = '', annotations = {} } = secret.metadata;
    const name = annotations[ACCOUNT_NAME] ?? '';
    const account =
      accounts.get(`${namespace}/${name}`) ??
      // The cache may be behind, and what is deleted here cannot be had back.
      (await context.client.resource(core.v1.serviceaccounts, namespace).find(name));
    const known = annotations[ACCOUNT_UID];
    if (account === undefined || (known !== undefined && known !== account.metadata.uid)) return this.#remove(secret);
    const ca = configMaps.get(`${namespace}/${ROOT_CA}`)?.data?.['ca.crt'];
    const wanted: Record<string, string> = {
      ...secret.data,
      namespace: base64(namespace),
      ...(ca !== undefined && { 'ca.crt': base64(ca) }),
    };
    const isComplete = Object.entries(wanted).every(([field, value]) => secret.data?.[field] === value);
    if (isComplete && wanted.token !== undefined && known !== undefined) return;
    wanted.token ??= base64(await this.#requestToken(secret, name));
    await this.#write(secret, account, wanted);
  }

  async #requestToken({ metadata }: Secret, account: string): Promise<string> {
    const { name, namespace, uid } = metadata;
    const accounts = this.#options.context.client.resource(core.v1.serviceaccounts, namespace);
    const response = await accounts.createSubresource(account, 'token', {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: {
        expirationSeconds: TOKEN_SECONDS,
        boundObjectRef: { apiVersion: 'v1', kind: 'Secret', name, uid },
      },
    });
    const status = isJsonObject(response) && isJsonObject(response.status) ? response.status : {};
    return typeof status.token === 'string' ? status.token : '';
  }

  async #write(secret: Secret, account: ServiceAccount, data: Readonly<Record<string, string>>): Promise<void> {
    const { uid = '' } = account.metadata;
    const metadata = { ...secret.metadata, annotations: { ...secret.metadata.annotations, [ACCOUNT_UID]: uid } };
    const secrets = this.#options.context.client.resource(core.v1.secrets, metadata.namespace);
    await secrets.update({ ...secret, metadata, data });
  }

  async #remove({ metadata }: Secret): Promise<undefined> {
    const { name = '', namespace, uid } = metadata;
    try {
      await this.#options.context.client.resource(core.v1.secrets, namespace).delete(name, { preconditions: { uid } });
    } catch (error) {
      if (!isStatusError(error, 'NotFound')) throw error;
    }
  }
}

function isTokenSecret({ type, metadata }: Secret): boolean {
  return type === TYPE && Boolean(metadata.annotations?.[ACCOUNT_NAME]);
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
