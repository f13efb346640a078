import { Disposables } from '@kubemin/base';

/** Runs a benchmark as a program of its own: whatever ends it, also an interrupt, what it opened is closed. */
export async function runToEnd(run: (open: Disposables) => Promise<void>, deadlineMs: number): Promise<never> {
  const open = new Disposables();
  const interrupted = new Promise<never>((_, reject) => {
    const give = (why: string) => (): void => reject(new Error(why));
    process.once('SIGINT', give('interrupted'));
    process.once('SIGTERM', give('interrupted'));
    setTimeout(give('the benchmark took too long and was ended'), deadlineMs).unref();
  });
  try {
    await Promise.race([run(open), interrupted]);
  } finally {
    await open.dispose();
  }
  process.exit();
}
