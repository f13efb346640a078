import { TerminalError } from '@kubemin/base';
import { imageMessages } from '../messages/index.ts';
import type { ImageReference } from './image-reference.ts';

/** Another registry that has the images of one, or keeps them when they are pulled through it. */
export interface RegistryMirror {
  /** Whose images it has: `docker.io`; `*` for those of all registries. */
  readonly registry: string;
  /** `https://mirror.example`, without a path. */
  readonly origin: string;
  /** What the names of repositories begin with there: `hub/`; empty for nothing. */
  readonly prefix: string;
}

/** Where a repository is asked for. */
export interface RegistryPlace {
  readonly origin: string;
  /** As credentials name it. */
  readonly registry: string;
  readonly repository: string;
  /** Of a mirror whose repositories have the names of the registry: that registry, which clients name in their requests. */
  readonly mirrorOf?: string;
}

/** Without the name of a registry it is a mirror of this one, as for Docker. */
const DEFAULT_REGISTRY = 'docker.io';
const MIRROR = /^(?:(?<registry>\*|[a-zA-Z0-9.-]+(?::\d+)?)=)?(?<url>https?:\/\/.+)$/;
const PATH = /^\/(?:[a-z0-9._-]+\/?)*$/;

/** Reads `docker.io=https://mirror.example/hub`, or the address alone for docker.io. Throws a TerminalError for what is none. */
export function parseRegistryMirror(text: string): RegistryMirror {
  const { registry = DEFAULT_REGISTRY, url = '' } = MIRROR.exec(text)?.groups ?? {};
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isPlain = parsed?.username === '' && parsed.search === '' && parsed.hash === '' && PATH.test(parsed.pathname);
  if (parsed === undefined || !isPlain) {
    throw new TerminalError(imageMessages.notMirror({ text }), { code: 'INVALID_MIRROR' });
  }
  const prefix = parsed.pathname.replace(/^\/|\/$/g, '');
  return { registry, origin: parsed.origin, prefix: prefix === '' ? '' : `${prefix}/` };
}

/** Where the mirrors have an image, in their order. */
export function mirrorPlaces(
  mirrors: readonly RegistryMirror[],
  { registry, repository }: ImageReference,
): readonly RegistryPlace[] {
  return mirrors
    .filter((mirror) => mirror.registry === registry || mirror.registry === '*')
    .map(({ origin, prefix }) => ({
      origin,
      registry: new URL(origin).host,
      repository: `${prefix}${repository}`,
      ...(prefix === '' && { mirrorOf: registry }),
    }));
}

/** Where the registry of an image itself has it. */
export function ownPlace(
  { registry, repository }: ImageReference,
  protocol: (host: string) => 'http' | 'https',
): RegistryPlace {
  const host = registry === DEFAULT_REGISTRY ? 'registry-1.docker.io' : registry;
  return { origin: `${protocol(host)}://${host}`, registry, repository };
}
