/** What a run of the pipeline ended with: one line in the log of the function, and the result of the workflow. */
export function run({ status, user, step, error, digest }) {
  const line = status === 'error' ? `${user}: ${step} failed: ${error}` : `${user}: saved ${digest}`;
  process.stdout.write(`${line}\n`);
  return { logged: line };
}
