/**
 * Decodes and encodes the protobuf form of objects. Loaded when a client asks for it.
 */
export { type AssumedType, ProtobufDecoder } from './protobuf-decoder.ts';
export { ProtobufError, type ProtobufErrorCode } from './protobuf-error.ts';
