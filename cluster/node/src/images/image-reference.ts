import type { Message } from '@kubemin/base/message';
import { imageMessages } from '../messages/index.ts';
import { InvalidImageNameError } from './image-error.ts';

/** Where an image is, and which one: a reference with all defaults filled in. */
export interface ImageReference {
  /** Host and port of the registry: `docker.io`, `registry.local:5000`. */
  readonly registry: string;
  /** `library/nginx` */
  readonly repository: string;
  /** Without tag and digest in the text: `latest`. Undefined with a digest. */
  readonly tag: string | undefined;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest: string | undefined;
}

const DEFAULT_REGISTRY = 'docker.io';
const DEFAULT_TAG = 'latest';
const LONGEST_NAME = 255;

const DOMAIN_COMPONENT = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
const DOMAIN = new RegExp(`^(?:${DOMAIN_COMPONENT}(?:\\.${DOMAIN_COMPONENT})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?$`);
const PATH_COMPONENT = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/;
const SHA256 = /^sha256:[0-9a-f]{64}$/;

/** Whether a text is a digest that the store can hold. */
export function isDigest(text: string): boolean {
  return SHA256.test(text);
}

/**
 * Reads a reference as Docker and the kubelet do: `nginx` is `docker.io/library/nginx:latest`. A tag beside a digest is
 * dropped, as the digest alone decides. Throws an InvalidImageNameError with the text that Kubernetes shows.
 */
export function parseImageReference(text: string): ImageReference {
  const fail = (problem: Message = imageMessages.invalidFormat): never => {
    throw new InvalidImageNameError(text, problem);
  };
  if (/^[a-f0-9]{64}$/.test(text)) {
    fail(imageMessages.hexadecimalName({ name: text }));
  }
  const at = text.indexOf('@');
  const digest = at < 0 ? undefined : text.slice(at + 1);
  const named = at < 0 ? text : text.slice(0, at);
  const slash = named.indexOf('/');
  const first = named.slice(0, Math.max(0, slash));
  const hasRegistry = slash >= 0 && (/[.:]/.test(first) || first === 'localhost' || first.toLowerCase() !== first);
  const rest = hasRegistry ? named.slice(slash + 1) : named;
  const colon = rest.indexOf(':');
  const path = colon < 0 ? rest : rest.slice(0, colon);
  const tag = colon < 0 ? undefined : rest.slice(colon + 1);
  const registry = hasRegistry && first !== 'index.docker.io' ? first : DEFAULT_REGISTRY;
  const repository = registry === DEFAULT_REGISTRY && !path.includes('/') ? `library/${path}` : path;

  if (path.toLowerCase() !== path) fail(imageMessages.upperCaseName({ repository }));
  if (!DOMAIN.test(registry) || !repository.split('/').every((part) => PATH_COMPONENT.test(part))) fail();
  if (tag !== undefined && !TAG.test(tag)) fail();
  if (digest !== undefined) {
    if (!DIGEST.test(digest)) fail();
    if (!digest.startsWith('sha256:')) fail(imageMessages.digestAlgorithm);
    if (!SHA256.test(digest)) fail(imageMessages.digestLength);
  }
  if (`${registry}/${repository}`.length > LONGEST_NAME) {
    fail(imageMessages.nameTooLong({ limit: LONGEST_NAME }));
  }
  return { registry, repository, tag: digest === undefined ? (tag ?? DEFAULT_TAG) : undefined, digest };
}

/** The complete text of a reference: `docker.io/library/nginx:latest`. Parsing it gives the same reference. */
export function formatImageReference({ registry, repository, tag, digest }: ImageReference): string {
  return digest === undefined
    ? `${registry}/${repository}:${tag ?? DEFAULT_TAG}`
    : `${registry}/${repository}@${digest}`;
}
