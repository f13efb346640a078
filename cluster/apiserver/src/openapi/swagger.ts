import type { ApiRequest, ApiResponse } from '@kubemin/kubeapi';
import type { PathSource } from '../paths/path-handler.ts';

/** Clients ask for it with `@v1.0`, which no media type may contain, and cannot read that in an answer. */
const PROTOBUF_TYPE = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/**
 * The older form of OpenAPI, without content: kubectl reads it about kinds the newer form does not have, such as List
 * and what nobody has defined yet, and gives up on all it was told to do where the document is missing.
 */
export function emptySwagger(version: string): PathSource {
  const info = { title: 'Kubernetes', version };
  const json = JSON.stringify({ swagger: '2.0', info, paths: {} });
  const protobuf = field(1, '2.0') + field(2, field(1, info.title) + field(2, info.version)) + field(8, '');
  return {
    answer({ headers }: ApiRequest, path: string): ApiResponse | undefined {
      if (path !== '/openapi/v2') return undefined;
      const binary = headers.accept?.includes('+protobuf') === true;
      const type = binary ? PROTOBUF_TYPE : 'application/json';
      return { kind: 'text', status: 200, headers: { 'content-type': type }, text: binary ? protobuf : json };
    },
  };
}

/** A length-delimited protobuf field. Everything here is ASCII and shorter than 128 bytes. */
function field(number: number, content: string): string {
  return String.fromCharCode((number << 3) | 2, content.length) + content;
}
