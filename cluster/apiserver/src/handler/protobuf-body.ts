import {
  type ApiRequest,
  badRequest,
  formatApiVersion,
  type ResourceInfo,
  requestEntityTooLarge,
  type StatusError,
} from '@kubemin/kubeapi';
import type { AssumedType, ProtobufDecoder, ProtobufError } from '@kubemin/kubeapi/protobuf';
import type { Schema } from '@kubemin/kubeapi/schema';
import type { RequestVerb, ResourceRoute } from '../registry/index.ts';
import { MAX_BODY_BYTES, PROTOBUF, requestMediaType } from './request-body.ts';

/** A patch in protobuf does not exist, and what only reads has no body. */
const WRITES: readonly RequestVerb[] = ['create', 'update', 'delete', 'deletecollection'];

/** What decoding needs, once it was needed. */
interface Codec {
  readonly decoder: ProtobufDecoder;
  readonly ProtobufError: typeof ProtobufError;
}

/** Turns bodies in protobuf into values before a verb sees them. The decoder is loaded with the first one. */
export class ProtobufBodies {
  readonly #schema: Schema;
  #codec: Promise<Codec> | undefined;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  /** The request with a body that can be read synchronously; 400 when it is in protobuf and cannot be read at all. */
  async readable(route: ResourceRoute, request: ApiRequest): Promise<ApiRequest> {
    const { body } = request;
    if (body?.kind !== 'bytes' || requestMediaType(request) !== PROTOBUF || !isAccepted(route)) return request;
    if (body.bytes.byteLength > MAX_BODY_BYTES) throw requestEntityTooLarge(`limit is ${MAX_BODY_BYTES}`);
    const { decoder, ProtobufError } = await this.#load();
    try {
      const value = decoder.decode(body.bytes, assumedType(route));
      return { ...request, body: { kind: 'value', value, contentType: 'application/json' } };
    } catch (error) {
      if (error instanceof ProtobufError) throw undecodable(route, error);
      throw error;
    }
  }

  #load(): Promise<Codec> {
    this.#codec ??= import('@kubemin/kubeapi/protobuf').then(({ ProtobufDecoder, ProtobufError }) => ({
      decoder: new ProtobufDecoder(this.#schema),
      ProtobufError,
    }));
    return this.#codec;
  }
}

/** Custom resources have no messages; the options of their deletion have. */
function isAccepted({ verb, resource }: ResourceRoute): boolean {
  return WRITES.includes(verb) && (resource.schema !== undefined || isDeletion(verb));
}

function isDeletion(verb: RequestVerb): boolean {
  return verb === 'delete' || verb === 'deletecollection';
}

/** As in Kubernetes: an envelope may leave out what the URL contains. */
function assumedType(route: ResourceRoute): AssumedType {
  const { kind, ...where } = expectedKind(route);
  return { apiVersion: isDeletion(route.verb) ? 'v1' : formatApiVersion(where), kind };
}

function undecodable(route: ResourceRoute, error: ProtobufError): StatusError {
  const { kind, version } = expectedKind(route);
  if (error.code === 'UNKNOWN_PROTOBUF_KIND') {
    return badRequest(`the object provided is unrecognized (must be of type ${kind}): ${error.message}`);
  }
  return badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${error.message}`);
}

function expectedKind({
  verb,
  resource,
  subresource,
}: ResourceRoute): Pick<ResourceInfo, 'group' | 'version' | 'kind'> {
  const { group, version } = resource.info;
  if (isDeletion(verb)) return { kind: 'DeleteOptions', group, version };
  return resource.info.subresources.find(({ name }) => name === subresource) ?? resource.info;
}
