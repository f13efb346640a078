import type { Pty } from './pty.ts';

/** Types an answer to the question on the screen and waits until it is taken. */
export async function answer(pty: Pty, question: string, text: string): Promise<void> {
  await pty.until(`? ${question}`);
  await pty.type(text);
  await pty.press('Enter');
  await pty.until(`✓ ${question}`);
}
