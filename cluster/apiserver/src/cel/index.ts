/**
 * The Common Expression Language as Kubernetes uses it in match conditions: `compileCel` parses an expression and checks
 * its names and functions, `CelProgram.evaluate` computes it over JSON values. Not supported: types as values, durations,
 * timestamps, and Kubernetes' libraries for quantities, addresses, URLs and authorization. An expression that uses them
 * does not compile.
 */
export { CelError } from './cel-error.ts';
export { type CelProgram, compileCel } from './program.ts';
