import { spawn } from 'node:child_process';

/** Runs a program with the given input; resolves with its output, rejects with it when it fails. */
export function run(program: string, words: readonly string[], input = ''): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  child.on('error', reject);
  // A program that ends without reading its input is reported by its exit code.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  child.on('close', (code) => {
    const text = Buffer.concat(output).toString();
    if (code === 0) resolve(text);
    else reject(new Error(`${program} ${words.join(' ')}: ${text}${input}`));
  });
  return promise;
}
