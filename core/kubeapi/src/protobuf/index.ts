export { type AssumedType, ProtobufDecoder } from './protobuf-decoder.ts';
export { ProtobufError, type ProtobufErrorCode } from './protobuf-error.ts';
