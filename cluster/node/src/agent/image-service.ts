import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { type Clock, RetryableError, systemClock, toError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { Container } from '@kubemin/kubeapi/types/core.v1';
import {
  type CollectionResult,
  type CollectionWish,
  containerProcess,
  ImageCollector,
  type ImageConfig,
  ImageError,
  ImagePullError,
  type ImageStore,
  parseDockerConfig,
  type RegistryCredentials,
  resolveUser,
  type StoredImage,
} from '../images/index.ts';
import { imageMessages } from '../messages/index.ts';
import { type Relay, serveConnections } from '../network/index.ts';
import { ContainerProblemError } from '../pods/index.ts';
import type { ImageWish, NodeImage, NodeImages } from './pod-preparation.ts';

/** What the agent asks the process that keeps images for. */
interface ImageRequest {
  readonly reference: string;
  /** `Always`, `IfNotPresent` or `Never`. */
  readonly policy: string;
  /** What the pull secrets of the pod hold, each as the JSON of a Docker config. */
  readonly pullSecrets: readonly string[];
}

/** Asks for images that nothing uses to be removed. */
interface CollectRequest {
  readonly collect: CollectionWish;
}

type ImageReply =
  /** Comes before one of the others when the image is pulled. */
  | { readonly kind: 'pulling' }
  | {
      readonly kind: 'image';
      readonly id: string;
      readonly root: string;
      readonly manifest: string;
      readonly config: ImageConfig;
      readonly pulled?: NodeImage['pulled'];
    }
  | { readonly kind: 'problem'; readonly reason: string; readonly message: string }
  | ({ readonly kind: 'collected' } & CollectionResult);

export interface ImageServiceOptions {
  readonly store: ImageStore;
  /**
   * Pulls an image into the store; without it there are only those that are in the store. With the policy `Always` an image
   * of the store is used as it is when its registry cannot be reached, and when `isBuiltHere` returns true.
   */
  readonly pull?: (reference: string, credentials: readonly RegistryCredentials[]) => Promise<unknown>;
  /** Whether an image of the store was built or loaded on this machine. @default those named `kubemin/…` */
  readonly isBuiltHere?: (image: StoredImage) => boolean;
  /** @default the system's */
  readonly clock?: Clock;
}

/**
 * Gives node agents the images of a store, over a unix socket: agents have no network to pull with, and only one process at a
 * time uses a store. Each connection is one request and its replies, lines of JSON.
 */
export function serveImages(path: string, options: ImageServiceOptions): Promise<Relay> {
  const { store, clock = systemClock } = options;
  // No registry gives the others back.
  const collector = new ImageCollector({ store, clock, isPinned: ({ origin }) => origin !== 'pulled' });
  return serveConnections(path, (socket) => {
    void reply(socket, options, collector);
  });
}

async function reply(socket: Socket, options: ImageServiceOptions, collector: ImageCollector): Promise<void> {
  const send = (message: ImageReply): void => void socket.write(`${JSON.stringify(message)}\n`);
  try {
    const request: ImageRequest | CollectRequest = JSON.parse(await text(socket));
    if ('collect' in request) send({ kind: 'collected', ...(await collector.collect(request.collect)) });
    else send(await find(request, options, () => send({ kind: 'pulling' })));
  } catch (error) {
    send({ kind: 'problem', reason: 'ErrImagePull', message: toError(error).message });
  }
  socket.end();
}

async function find(
  { reference, policy, pullSecrets }: ImageRequest,
  { store, pull, isBuiltHere = hasOwnName, clock = systemClock }: ImageServiceOptions,
  onPulling: () => void,
): Promise<ImageReply> {
  try {
    const present = await store.find(reference);
    if (policy === 'Never' && present === undefined) {
      const message = `Container image "${reference}" is not present with pull policy of Never`;
      return { kind: 'problem', reason: 'ErrImageNeverPull', message };
    }
    if (present !== undefined && (pull === undefined || policy !== 'Always' || isBuiltHere(present))) {
      return await describeImage(present, store);
    }
    if (pull === undefined) {
      throw new ImageError('IMAGE_NOT_FOUND', imageMessages.notStored({ image: reference }));
    }
    onPulling();
    const begun = clock.monotonic();
    try {
      await pull(reference, readCredentials(pullSecrets));
    } catch (error) {
      const isUnreachable = error instanceof ImagePullError && error.code === 'PULL_UNREACHABLE';
      if (present === undefined || !isUnreachable) throw error;
      return await describeImage(present, store);
    }
    const durationMs = clock.monotonic() - begun;
    const image = await store.find(reference);
    if (image === undefined)
      throw new ImageError('IMAGE_NOT_FOUND', imageMessages.notStoredAfterPull({ image: reference }));
    return { ...(await describeImage(image, store)), pulled: { durationMs, size: image.size } };
  } catch (error) {
    if (!(error instanceof ImageError || error instanceof ImagePullError)) throw error;
    const reason = error.code === 'INVALID_IMAGE_NAME' ? 'InvalidImageName' : 'ErrImagePull';
    return { kind: 'problem', reason, message: error.message };
  }
}

const OWN_NAMES = 'docker.io/kubemin/';

function hasOwnName({ references }: StoredImage): boolean {
  return references.some((reference) => reference.startsWith(OWN_NAMES));
}

async function describeImage(image: StoredImage, store: ImageStore): Promise<ImageReply & { readonly kind: 'image' }> {
  const { id, manifest, config } = image;
  return { kind: 'image', id, root: await store.root(image), manifest: manifest.digest, config };
}

/** A secret that cannot be read is as good as none: the registry refuses then. */
function readCredentials(secrets: readonly string[]): readonly RegistryCredentials[] {
  return secrets.flatMap((secret) => {
    try {
      return parseDockerConfig(secret);
    } catch {
      return [];
    }
  });
}

/** The images of the process that serves `path`. */
export function remoteImages(path: string): NodeImages {
  return {
    ensure: async (container: Container, { signal, pullSecrets, onPulling }: ImageWish): Promise<NodeImage> => {
      const { image: reference = '', imagePullPolicy: policy = 'IfNotPresent' } = container;
      const found = await request(path, { reference, policy, pullSecrets }, { signal, onPulling });
      if (found.kind === 'problem') throw new ContainerProblemError(found.reason, found.message);
      if (found.kind !== 'image')
        throw new ContainerProblemError('ErrImagePull', 'unexpected reply of the image store');
      const { id, root, manifest, config, pulled } = found;
      return {
        image: { reference, id, root, manifest },
        user: config.user,
        stopSignal: config.stopSignal,
        process: (wanted) => containerProcess(config, wanted),
        resolveUser: (user) => resolveUser(root, user),
        ...(pulled !== undefined && { pulled }),
      };
    },
  };
}

/** Removes images of the process that serves `path`. */
export async function collectRemoteImages(
  path: string,
  collect: CollectionWish,
  signal: AbortSignal,
): Promise<CollectionResult> {
  const reply = await request(path, { collect }, { signal, onPulling: () => undefined });
  if (reply.kind === 'collected') return reply;
  throw new RetryableError(verbatim(reply.kind === 'problem' ? reply.message : 'unexpected reply of the image store'), {
    code: 'IMAGES_NOT_COLLECTED',
  });
}

async function request(
  path: string,
  wanted: ImageRequest | CollectRequest,
  { signal, onPulling }: Pick<ImageWish, 'signal' | 'onPulling'>,
): Promise<Exclude<ImageReply, { readonly kind: 'pulling' }>> {
  const socket = connect({ path, allowHalfOpen: true, signal });
  try {
    socket.end(JSON.stringify(wanted));
    for await (const line of createInterface({ input: socket })) {
      const reply: ImageReply = JSON.parse(line);
      if (reply.kind !== 'pulling') return reply;
      onPulling();
    }
    throw new Error('the connection was closed');
  } catch (error) {
    const message = `images are not available on this node: ${toError(error).message}`;
    return { kind: 'problem', reason: 'ErrImagePull', message };
  } finally {
    socket.destroy();
  }
}
