import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CliError } from './cli-error.ts';
import type { CommandContext } from './command-context.ts';
import { ExitCode } from './exit-code.ts';
import { inBoth } from './language/catalogue.ts';
import { authoringWords } from './language/words/authoring.ts';

/** Opens a file in the editor of the user's choice and waits until they are done. */
export async function openEditor({ env, cwd, input }: CommandContext, path: string): Promise<void> {
  const editor = env.VISUAL || env.EDITOR || (input === 'ask' ? 'vi' : undefined);
  if (editor === undefined) throw refusal('EDITOR_MISSING', (say) => [say.noEditor, say.setEditor]);
  // EDITOR may hold options, as in `code --wait`: a shell takes it apart, and gets the path as it is.
  const child = spawn('sh', ['-c', `${editor} "$0"`, path], { cwd, env: { ...env }, stdio: 'inherit' });
  const [exitCode, signal] = await once(child, 'close');
  if (exitCode === 0) return;
  throw refusal('EDITOR_FAILED', (say) => [say.editorFailed(editor, String(signal ?? exitCode)), say.nothingSaved]);
}

type Words = (typeof authoringWords)['en'];

function refusal(code: string, words: (say: Words) => readonly [string, string]): CliError {
  return new CliError(
    inBoth(authoringWords, (say) => words(say)[0]),
    { code, exitCode: ExitCode.usage, hint: inBoth(authoringWords, (say) => words(say)[1]) },
  );
}
