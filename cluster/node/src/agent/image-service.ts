import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { toError } from '@kubemin/base';
import type { Container, Pod } from '@kubemin/kubeapi/types/core.v1';
import {
  containerProcess,
  type ImageConfig,
  ImageError,
  ImagePullError,
  type ImageStore,
  resolveUser,
} from '../images/index.ts';
import { ContainerProblemError } from '../pods/index.ts';
import { type Relay, serveConnections } from '../relay/index.ts';
import type { NodeImage, NodeImages } from './pod-preparation.ts';

/** What the agent asks the process that keeps images for. */
interface ImageRequest {
  readonly reference: string;
  /** `Always`, `IfNotPresent` or `Never`. */
  readonly policy: string;
}

type ImageReply =
  | { readonly kind: 'image'; readonly id: string; readonly root: string; readonly config: ImageConfig }
  | { readonly kind: 'problem'; readonly reason: string; readonly message: string };

export interface ImageServiceOptions {
  readonly store: ImageStore;
  /** Pulls an image into the store; without it there are only those that are in the store. */
  readonly pull?: (reference: string) => Promise<unknown>;
}

/**
 * Gives node agents the images of a store, over a unix socket: agents have no network to pull with, and only one process at a
 * time uses a store. Each connection is one request and one reply, as JSON.
 */
export function serveImages(path: string, options: ImageServiceOptions): Promise<Relay> {
  return serveConnections(path, (socket) => {
    void reply(socket, options);
  });
}

async function reply(socket: Socket, options: ImageServiceOptions): Promise<void> {
  try {
    const request: ImageRequest = JSON.parse(await text(socket));
    socket.end(JSON.stringify(await find(request, options)));
  } catch (error) {
    const problem: ImageReply = { kind: 'problem', reason: 'ErrImagePull', message: toError(error).message };
    socket.end(JSON.stringify(problem));
  }
}

async function find({ reference, policy }: ImageRequest, { store, pull }: ImageServiceOptions): Promise<ImageReply> {
  try {
    let image = await store.find(reference);
    if (policy === 'Never' && image === undefined) {
      const message = `Container image "${reference}" is not present with pull policy of Never`;
      return { kind: 'problem', reason: 'ErrImageNeverPull', message };
    }
    if (pull !== undefined && (policy === 'Always' || image === undefined) && policy !== 'Never') {
      await pull(reference);
      image = await store.find(reference);
    }
    if (image === undefined)
      throw new ImageError('IMAGE_NOT_FOUND', `image "${reference}" is not in the store of this machine`);
    return { kind: 'image', id: image.id, root: await store.root(image), config: image.config };
  } catch (error) {
    if (!(error instanceof ImageError || error instanceof ImagePullError)) throw error;
    const reason = error.code === 'INVALID_IMAGE_NAME' ? 'InvalidImageName' : 'ErrImagePull';
    return { kind: 'problem', reason, message: error.message };
  }
}

/** The images of the process that serves `path`. */
export function remoteImages(path: string): NodeImages {
  return {
    ensure: async (_pod: Pod, container: Container, signal: AbortSignal): Promise<NodeImage> => {
      const { image: reference = '', imagePullPolicy: policy = 'IfNotPresent' } = container;
      const found = await request(path, { reference, policy }, signal);
      if (found.kind === 'problem') throw new ContainerProblemError(found.reason, found.message);
      const { id, root, config } = found;
      return {
        image: { reference, id, root },
        user: config.user,
        process: (wanted) => containerProcess(config, wanted),
        resolveUser: (user) => resolveUser(root, user),
      };
    },
  };
}

async function request(path: string, wanted: ImageRequest, signal: AbortSignal): Promise<ImageReply> {
  const socket = connect({ path, allowHalfOpen: true, signal });
  try {
    socket.end(JSON.stringify(wanted));
    return JSON.parse(await text(socket));
  } catch (error) {
    const message = `images are not available on this node: ${toError(error).message}`;
    return { kind: 'problem', reason: 'ErrImagePull', message };
  } finally {
    socket.destroy();
  }
}
