/**
 * Decodes `application/vnd.kubernetes.protobuf` into the JSON of the same object: `ProtobufDecoder`, to be created once
 * and kept. There is no encoder, and custom resources have no protobuf form. Input may be hostile: nesting is limited,
 * and numbers that a double would round are rejected (`ProtobufError`). Load it on demand: few clients send protobuf.
 */
export { type AssumedType, ProtobufDecoder } from './protobuf-decoder.ts';
export { ProtobufError, type ProtobufErrorCode } from './protobuf-error.ts';
